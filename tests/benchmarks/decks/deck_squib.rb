require 'squib'

data = Squib.csv file: 'cards.csv'
rules = data['pay'].zip(data['text']).map { |pay, words| "<b>Pay #{pay} :coin:</b> #{words}" }
wide = { x: '4.8mm', width: '53.9mm' }

Squib::Deck.new(cards: data.nrows, width: '63.5mm', height: '88.9mm') do
  background color: '#F6EFE0'
  png file: data['picture'], x: 0, y: '-0.9mm', width: '63.5mm', height: :scale
  rect x: 0, y: '43.6mm', width: '63.5mm', height: '45.3mm', fill_color: '#F6EFE0', stroke_width: 0
  circle x: '9mm', y: '9mm', radius: '5mm', fill_color: '#F6EFE0', stroke_width: 0
  text str: data['corner'], font: 'Sans Heavy 17', x: '4mm', y: '4mm', width: '10mm', height: '10mm',
       align: :center, valign: :middle
  text str: data['title'], font: 'Sans Bold 14', **wide, y: '46.2mm', height: '8.6mm', valign: :bottom,
       ellipsize: :autoscale
  text str: data['kind'].map(&:upcase), font: 'Sans 7', color: '#6B6B6B', **wide, y: '55.6mm', height: '3.4mm'
  text(str: rules, font: 'Sans 9.7', markup: true, **wide, y: '61.4mm', height: '17.2mm',
       ellipsize: :autoscale) do |embed|
    embed.svg key: ':coin:', file: 'coin.svg', width: '3.4mm', height: '3.4mm'
  end
  line x1: '4.8mm', y1: '79.6mm', x2: '58.7mm', y2: '79.6mm', stroke_color: '#DCCFAF', stroke_width: '0.2mm'
  text str: data['footer'], font: 'Sans 6.6', color: '#6B6B6B', **wide, y: '80.8mm', height: '4mm'
  text str: data['number'], font: 'Sans 6.6', color: '#6B6B6B', **wide, y: '80.8mm', height: '4mm', align: :right
  save_pdf file: 'squib.pdf', width: '210mm', height: '297mm', margin: '9.7mm', crop_marks: true
end
