from protograf import Card, Create, Data, Deck, Save, T, circle, image, line, text

MARGIN, WIDTH = 4.8, 53.9
Create(filename="protograf.pdf", units="mm", margin=9.7)
Data(filename="cards.csv")
Deck(width=63.5, height=88.9, rounding=3, fill="#F6EFE0", stroke="gray", grid_marks=True)


def words(string, y, height, size, **more):
    return text(text=T(string), x=MARGIN, y=y, width=WIDTH, height=height, font_size=size, html=True, **more)


Card(
    "all",
    image(T("{{ picture }}"), x=0, y=0, width=63.5, height=43.6),
    circle(cx=9, cy=9, radius=5, fill_stroke="#F6EFE0"),
    text(text=T("{{ corner }}"), x=9, y=11, font_size=17, font_name="Helvetica-Bold", align="centre"),
    words("<b>{{ title }}</b>", y=46.2, height=8.6, size=14, align="left"),
    words("{{ kind | upper }}", y=55.6, height=3.4, size=7, align="left", stroke="gray"),
    words("<b>Pay {{ pay }} |;coin.svg 10;|</b> {{ text }}", y=61.4, height=17.2, size=9.7, align="left"),
    line(x=MARGIN, y=79.6, x1=58.7, y1=79.6, stroke="#DCCFAF"),
    words("{{ footer }}", y=80.6, height=4.2, size=6.6, align="left", stroke="gray"),
    words("{{ number }}", y=80.6, height=4.2, size=6.6, align="right", stroke="gray"),
)
Save()
