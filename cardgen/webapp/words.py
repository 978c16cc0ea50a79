"""What the studio's page says: labels, tooltips, messages and the names that screen readers read aloud.

Each text is declared here once, in a group for each view. `python docs/reference.py` makes
static/words.js of it, from which the modules import WORDS: texts, and functions for texts with values and
for counts. The page is in English, as the forms, their help and the errors in it are: they are those of the
commands.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping
from typing import NamedTuple

from .play_words import PLAY_WORDS


class CountedText(NamedTuple):
    """A text with a number: its forms for one and for any other number."""

    one: str
    other: str


#: By group and name. A name in braces is a value that a module gives.
WORDS: Mapping[str, Mapping[str, str | CountedText]] = {
    "counts": {
        "cards": CountedText("{count} card", "{count} cards"),
        "pictures": CountedText("{count} picture", "{count} pictures"),
        "cells": CountedText("{count} cell", "{count} cells"),
        "errors": CountedText("{count} error", "{count} errors"),
        "warnings": CountedText("{count} warning", "{count} warnings"),
        "morePictures": CountedText("{count} more", "{count} more"),
        "moreFiles": CountedText("{count} more file", "{count} more files"),
        "rows": CountedText("{count} row", "{count} rows"),
        "icons": CountedText("{count} icon", "{count} icons"),
        "sheets": CountedText("{count} sheet", "{count} sheets"),
        "compositions": CountedText("{count} composition", "{count} compositions"),
        "games": CountedText("{count} game", "{count} games"),
        "freshGames": CountedText("{count} fresh game", "{count} fresh games"),
    },
    "common": {
        "deckFromSpreadsheet": "A deck from a spreadsheet",
        "cards": "Cards",
        "close": "Close",
        "game": "Game",
        "cancel": "Cancel",
        "sheets": "Sheets",
        "rulebook": "Rulebook",
        "table": "Table",
        "copy": "Copy",
    },
    "additions": {
        "add": "Add",
        "summary": "Summary card",
        "aboutSummary": "Add a card that counts the cards of the pack",
        "reference": "Reference card",
        "aboutReference": "Add a card with the steps of a turn: double-click its texts to write your own",
        "yourTurn": "Your turn",
        "inThisOrder": "In this order",
        "steps": "1. Draw a card.\n2. Play a card.",
        "icon": "Icon…",
        "aboutIcon": "Choose an SVG drawing of your own to stand in texts",
        "iconSet": "Icon set…",
        "aboutIconSet": "Choose a file of icons in the format of Iconify",
        "iconAdded": "{name} is an icon now: write it so in texts and cells.",
        "setAdded": "The icons of {file} can stand in texts and cells now.",
        "showIcons": "Show the icons",
    },
    "page": {
        "views": "What is seen",
        "undo": "Undo",
        "undoKey": "Undo (Ctrl+Z)",
        "redo": "Redo",
        "redoKey": "Redo (Ctrl+Y)",
        "make": "Make…",
        "text": "Text of the pack",
        "meaning": "What it means",
    },
    # By commands: what a button beside one does.
    "acts": {
        "list": "Show the list",
        "icons": "Find icons",
        "printers": "Show the printers",
        "simulate": "See how it plays",
        "makeThis": "{title}…",
        "copy": "Copy for a terminal",
        "copyForWeb": "Copy for a terminal, as the studio never uses the web",
        "undo": "Undo the last change",
        "copied": "{value} is copied: paste it where it belongs.",
    },
    "begin": {
        "savedAs": "Saved as {name}.yaml in {folder}",
        "packsWithSuits": "Packs with suits",
        "aboutPacksWithSuits": "Yours lists only what differs.",
        "decksOfAnyKind": "Decks of any kind",
        "aboutDecks": "A card in each line: title, picture, text. Yours begins as a copy, with its pictures.",
        "noSpreadsheet": (
            "None of these files is a spreadsheet: drop a csv, xlsx or ods file, with its pictures "
            "if you like."
        ),
        "chooseASpreadsheet": "Choose a spreadsheet and its pictures",
        "orPasteCells": "or paste cells here",
        "pasteCells": "Paste cells here",
        "deckFromSpreadsheet": "Make a deck from a spreadsheet",
        "dropSpreadsheet": (
            "Drop a csv, xlsx or ods file here, a row for each card, together with its pictures. You see "
            "your cards in several layouts, and choose one."
        ),
        "makePack": "Make a pack of your own",
        "choosePack": (
            "Choose a pack to start from; change a number, a text, a colour or a back, and see every "
            "card, sheet and page as it will be printed."
        ),
        "packsIn": "Packs in {folder}",
        "nameOfTheFile": "Name of the file",
        "fullCopy": "a full copy, not a variant",
        "begin": "Begin",
    },
    "boxes": {
        "topLeftCorner": "top left corner",
        "topEdge": "top edge",
        "topRightCorner": "top right corner",
        "rightEdge": "right edge",
        "bottomRightCorner": "bottom right corner",
        "bottomEdge": "bottom edge",
        "bottomLeftCorner": "bottom left corner",
        "leftEdge": "left edge",
        "boxesOfTheLayout": "Boxes of the layout",
        "place": "{left} mm from the left, {top} mm from the top, {width} × {height} mm",
        "turn": "turn",
        "degrees": "{name}: {angle} degrees",
        "turnOf": "{box}: turn, {angle} degrees",
        "text": "{name}: text",
    },
    "boxpanel": {
        "differsBy": "differs by",
        "differsByOf": "{control}: differs by",
        "sameOnAll": "nothing: the same on all cards",
        "mayDiffer": "May differ from card to card",
        "mayDifferOf": "{control}: may differ from card to card",
        "by": "by…",
        "forCardsLike": "Changes for all cards whose {chooses} is “{value}”.",
        "forCardsWithout": "Changes for all cards whose {chooses} is empty.",
        "standsInColumn": (
            "Stands in the column {column}, which gives it its place: drag it, or press ↑ and ↓, for another "
            "order. "
        ),
        "chooseColumn": "Choose {column}",
        "backWithoutBoxes": (
            "This back is a pattern or a picture. Boxes can take its place: texts, icons, pictures and "
            "shapes."
        ),
        "designBack": "Design this back with boxes",
        "usualColour": "the usual colour",
        "noGround": "no ground",
        "valueOf": "{label}: {value}",
        "chooseAnIcon": "Choose an icon…",
        "putInAnIcon": "Put in an icon…",
        "font": "Font",
        "fontOf": "Font of {type}",
        "fontOfAll": "For all texts of the type {type}.",
        "left": "Left",
        "top": "Top",
        "width": "Width",
        "height": "Height",
        "leftEdges": "Left edges",
        "centresAcross": "Centres across",
        "rightEdges": "Right edges",
        "topEdges": "Top edges",
        "centresDown": "Centres down",
        "bottomEdges": "Bottom edges",
        "box": "Box",
        "addABox": "Add a box",
        "addKind": "Add a box: {kind}",
        "undo": "↶ Undo",
        "redo": "↷ Redo",
        "chooseSeveral": "Choose several",
        "anotherColour": "{label}: another colour",
        "smallTextNeeds": ": small text needs 4.5",
        "contrastOnGround": "{ratio} : 1 on its ground{weak}",
        "contrastNotJudged": "on a picture: contrast not judged",
        "pictureOfCard": "Picture ({column} of this card)",
        "pictureOfLayout": "Picture (on all cards of the layout)",
        "onAllCards": "on all cards",
        "whereFilledIn": "where {column} is filled in",
        "whereValue": "where {column} is {value}",
        "shown": "Shown",
        "textOfCard": "Text ({column} of this card)",
        "textOfLayout": "Text (on all cards of the layout)",
        "type": "Type",
        "colour": "Colour",
        "ground": "Ground",
        "align": "Align",
        "vertical": "Vertical",
        "fit": "Fit",
        "fillTheBox": "fill the box",
        "showAllOfIt": "show all of it",
        "outline": "Outline",
        "turn": "Turn",
        "turned": "Also at the other end, upside down",
        "rise": "Rise over empty boxes",
        "grow": "Grow over empty boxes",
        "forward": "Forward",
        "back": "Back",
        "alignTo": "Align: {edge}",
        "onTheCard": ", on the card",
        "spreadAcross": "Spread across",
        "spreadDown": "Spread down",
        "remove": "Remove",
        "boxes": "{count} boxes",
        "noBoxChosen": "No box chosen",
        "noLayout": "This card has no layout, and so no boxes.",
        "howToChoose": (
            "Click a box, or go to it with Tab and press Space. "
            "Arrows move it by 0.1 mm, with Shift by 1 mm. Layout: {layout}."
        ),
    },
    "cards": {
        "sizeOfTheCards": "Size of the cards",
        "findCards": "Find cards",
        "size": "Size",
        "titles": "Titles",
        "cardsOf": "{cards} of {all}",
        "arrowKeys": "The arrow keys go to other cards.",
        "quantityInSpreadsheet": "Its quantity stands in a spreadsheet",
        "nothing": "Nothing",
        "noQuantity": (
            "{written} is no quantity: write a number from {least} to 9999. {label} still has {quantity}."
        ),
        "quantity": "How many of {card}",
        "less": "One {card} less",
        "more": "One {card} more",
        "backSeenLarge": "{card}{back}, seen large",
        "cardSeenLarge": "{card}, {cards}, {mark}seen large",
        "hasError": "error",
        "hasWarning": "warning",
        "isChanged": "changed",
        "isNew": "new",
        "asInPack": "as in the pack",
        "byList": "by list",
        "bySuit": "by suit",
        "byPiece": "by kind of piece",
        "sinceSaved": "since saved",
        "sincePrinted": "since printed",
        "notMarked": "not marked",
        "backs": "Backs",
        "groups": "Groups",
        "changes": "Changes",
        "withoutSuit": "Without a suit",
        "suits": "Suits",
        "list": "List {list}",
        "otherCards": "Other cards",
        "sinceLastPrinted": "since you last printed here",
        "sinceLastSaved": "since you last saved here",
        "notPrintedYet": "not printed here yet",
        "changed": "{cards} {since}",
        "countChanged": "{cards} changed",
        "countGone": "{cards} gone",
        "markNone": "Mark none",
        "aboutMarkNone": "Mark only what changes from now on; saving does so too",
    },
    "picker": {
        "icon": "Choose an icon",
        "findIcons": "Find icons",
        "firstIcons": "The first {count} of {icons}: search for more.",
        "font": "Choose a font",
        "layout": "Choose a layout",
        "aboutLayouts": "The first cards of the list in each layout, best fit first.",
        "list": "Names of {topic}",
        "aboutNames": "Choose one to copy it.",
        "findNames": "Find a name",
        "printer": "Choose a printer",
        "aboutPrinters": (
            "What each cuts, in one scale: the cut in black, the bleed around it, the safe zone in blue; in "
            "red the cards of your pack."
        ),
        "exact": "your size",
        "scaled": "fits, drawn a little larger or smaller",
        "unfit": "another size",
        "noneFits": "no size that fits your cards",
        "product": "{size}: {fit}",
    },
    "colourpicker": {
        "usualSight": "usual sight",
        "another": "Another",
        "useIt": "Use it",
    },
    "icontyping": {"icons": "Icons"},
    "controls": {
        "byPictures": "Choose by pictures",
        "byPicturesOf": "{label}: choose by pictures",
        "auto": "auto",
        "millimetres": "{value} mm",
        "unit": " mm",
        "colourOf": "Colour of {thing}",
        "withoutRed": "without red",
        "withoutGreen": "without green",
        "withoutBlue": "without blue",
        "contrastOn": "{ratio} : 1 on {against}",
    },
    "deck": {
        "title": "title",
        "text": "text",
        "picture": "picture",
        "id": "id, on no card",
        "numberOfCopies": "number of copies",
        "kindOfCard": "kind of card",
        "notesOnNoCard": "notes, on no card",
        "couldNotBeRead": "{name} could not be read.",
        "tooLarge": "{name} is larger than {most} MB: save it smaller.",
        "readingTheTable": "Reading the table…",
        "makeTheDeck": "Make the deck",
        "theColumnsOfThe": "The columns of the table",
        "aDeckFrom": "A deck from {name}",
        "aDeckFromCells": "A deck from pasted cells",
        "nameOfTheDeck": "Name of the deck",
        "whatNext": (
            "{cards}. Say what each column holds, and choose how the cards look; you can change "
            "everything later."
        ),
        "tableStays": "{table} stays as it is: the deck has a copy.",
        "sheet": "Sheet",
        "language": "Language of the cards",
        "headRow": "Names of the columns",
        "noHeadRow": "in no row",
        "inRow": "in row {number}",
        "notOnTheCards": "not on the cards",
        "whatHolds": "What {head} holds",
        "addPictures": "Add pictures",
        "missing": (
            "{pictures} that the table names {are} missing: {names}. Drop {them} here, or go "
            "on: grey pictures stand in until you do."
        ),
        "picturesAdded": "{pictures} added.",
        "dropPictures": "Pictures? Drop them here: named as in the table, or as the titles of the cards.",
        "howTheCardsLook": "How the cards look",
        "aboutLayouts": "the first of your cards in each layout, best fit first",
        "noLayout": "No layout shows these columns: say which one holds the title.",
    },
    "dom": {
        "copied": "Copied",
        "doneOf": "{done} of {total}{unit}",
    },
    "face": {
        "cardBefore": "The card before",
        "nextCard": "The next card",
        "keyBefore": "The card before (Page Up)",
        "keyNext": "The next card (Page Down)",
        "cyan": "Cyan",
        "magenta": "Magenta",
        "yellow": "Yellow",
        "black": "Black",
        "withItsBleed": "{label}, with its bleed",
        "plates": "Plates",
        "specialInks": "Special inks",
        "inkOnFace": "{ink} on the face",
        "asPrinted": "As printed",
        "inks": "C {cyan}  M {magenta}  Y {yellow}  K {black} %, in all {sum} %",
        "sizes": "{size}, {bleed} mm bleed, {safe} mm safe zone",
        "notes": ". Notes: {notes}",
        "trueSize": "True size",
        "bleed": "Bleed",
        "cut": "Cut",
        "safeZone": "Safe zone",
        "boxes": "Boxes",
        "howToRead": (
            "Point at the face to read its inks, on coated paper (FOGRA39). True size is right where "
            "your screen reports its own size correctly."
        ),
    },
    "figures": {
        "cardsAndPoints": "{cards} cards{points}",
        "inAll": "in all",
        "cardFor": "a card for ≤{pointage}",
        "handHas": "A hand of {cards} has",
        "nearlyCertain": "over 99.9 %",
        "nearlyNever": "under 0.1 %",
        "gamesPlayed": "Games played",
        "gamesInColour": "{games} games; in colour: more or less than {other}",
        "interval": "between, in 95 of 100 runs",
        "stillOpen": "still open",
        "moreOrLessThan": "more or less than {other}",
        "range": "{low} to {high}",
        "players": "Players",
        "theUsual": "the usual",
        "theyPlay": "They play",
        "against": "Against",
        "asSaved": "as saved",
        "figure": "figure",
        "now": "now",
    },
    "form": {
        "usual": "{value} (default)",
        "choose": "choose…",
        "notSet": "not set",
        "another": "another…",
        "fileBesidePack": "a file beside the pack",
        "chooseFile": "Choose a file…",
        "orDropIt": "or drop it here",
        "besidePack": "choose one that was made…",
        "noneBeside": "none was made yet",
        "leaveOut": "Leave out {name}",
        "noEffectNow": "No effect now: {why}.",
        "filledIn": " {count} set",
    },
    "main": {
        "titleOfPack": "{name} – cardgen studio",
        "title": "cardgen studio",
        "endedNoPack": "The studio has ended: start it again in the terminal.",
        "openAnother": "{folder}: open another pack, or begin one",
        "anotherPack": "Another pack",
        "checking": "Checking…",
        "language": "Language",
        "asWritten": "as written",
        "checked": "Checked {done} of {cards}",
        "checkingCards": "Checking {cards}…",
        "fixTextFirst": "The text has errors: fix them first.",
        "anotherPicture": "There is another picture {name} beside the pack.",
        "replaceIt": "Replace it",
        "useThatOne": "Use that one",
        "keepBoth": "Keep both",
        "picturesOnCards": "{pictures} taken in for the cards that name them.",
        "picturesAdded": (
            "{names}{more}: beside the pack now. Drop a picture on a card of a list, or on a row of "
            "the table, to show it there."
        ),
        "savedAt": "Saved {time}",
        "notSaved": "Not saved: the studio does not answer.",
        "save": "Save",
        "saved": "Saved",
        "cellsNotWritten": "{cells} not written",
        "keptInThisBrowser": "kept in this browser",
        "notKept": "copy it: this browser keeps nothing",
        "notSavedYet": "Not saved yet",
        "ended": "The studio has ended",
        "thereAgain": "There again",
        "reloadedFromTheFile": "Reloaded from the file",
        "changedTwice": "{file} was changed by another window or program, and you have changed it here too.",
        "takeTheirs": "Take the file's text",
        "keepMine": "Keep mine",
        "press": "Press",
        "howItPlays": "How it plays",
        "readingThePack": "Reading the pack…",
        "tableHasErrors": "The table has errors",
        "textHasErrors": "The text has errors",
        "shownWithErrors": "{where}. It is shown as it would look; mend them before you make files.",
        "lastWithout": "{where}. This is the last version without.",
        "mend": "{where}: mend them, and the cards appear.",
        "noProblems": "No problems",
        "goThere": "Go there",
        "atTheTable": "At the table",
        "composition": "Composition",
        "look": "Look",
        "colours": "Colours",
        "yourPackAsSaved": "your pack as saved",
        "firstGames": "The first games are being played…",
        "gamesPlayed": (
            "{games} of {all} games played. The same games are played with the pack that it is held "
            "against, so that what differs is the pack."
        ),
        "text": "Text",
        "figures": "Figures",
        "endedHowToGoOn": (
            "The studio has ended. What you write is kept in this browser: start the studio again "
            "with {command} to get it back."
        ),
        "and": " and ",
        "cellsOfTables": "{and}{cells} of tables",
        "aText": "a text",
        "draft": "There is {text}{cells} of {when} that was not saved.",
        "bringItBack": "Bring it back",
        "throwItAway": "Throw it away",
        "later": "Later",
    },
    "make": {
        "others": "What else cardgen does",
        "packChanged": "The pack is changed, and not saved yet. Undo takes it back.",
        "making": "Making",
        "whatToMake": "What to make",
        "saveAnd": "Save and ",
        "show": "Show",
        "download": "Download",
        "saveIntoFolder": "Save, and into the pack's folder",
        "intoFolder": "Into the pack's folder",
        "packHasErrors": "The pack has errors. Fix them first: nothing was saved.",
        "notSaved": "The pack was not saved, and files are made of the saved pack.",
        "nothingWasMade": "Nothing was made.",
        "waitingForAnotherJob": "Waiting for another job…",
        "makingNow": "Making…",
        "noAnswer": "The studio does not answer",
        "makeFiles": "Make files",
        "theCommandForIt": "The command for it",
        "passes": "Preflight: a printer should take it.",
        "refused": "Preflight: a printer would refuse it.",
        "notAllJudged": "Preflight: not all of it could be judged.",
        "madeWithFaults": "Made, with faults.",
        "done": "Done.",
        "cancelled": "Cancelled: nothing was changed.",
        "failed": "This failed: nothing was made.",
        "allAsAZip": "All as a zip",
        "andMore": "and {files}",
    },
    "schema": {
        "forExample": "for example",
    },
    "server": {
        "noAnswer": "The studio does not answer.",
        "failed": "This did not work.",
    },
    "table": {
        "addRow": "Add row",
        "duplicate": "Duplicate",
        "moveUp": "Move up",
        "altUp": "Alt+↑",
        "moveDown": "Move down",
        "altDown": "Alt+↓",
        "deleteRow": "Delete row",
        "toolOfRow": "{tool}: row {number}",
        "addColumn": "Add column",
        "aboutAddColumn": "Add a column after this one",
        "rename": "Rename",
        "aboutRename": "Rename the column",
        "moveLeft": "Move the column to the left",
        "moveRight": "Move the column to the right",
        "sortUp": "Sort ↑",
        "aboutSortUp": "Sort all rows by this column, from A to Z",
        "sortDown": "Sort ↓",
        "aboutSortDown": "Sort all rows by this column, from Z to A",
        "deleteColumn": "Delete column",
        "aboutDeleteColumn": "Delete the column with its cells",
        "fillDown": "Fill down",
        "aboutFillDown": (
            "Fill down: repeat the first cell of the range in the others, or the cell above (Ctrl+D)"
        ),
        "pictureOfTheRow": "Picture of the row",
        "picture": "Picture…",
        "aboutPicture": "Choose a picture for this row; you can also drop one on it",
        "filterRows": "Filter rows",
        "problemsOfTheTable": "Problems of the table",
        "rows": "Rows",
        "columns": "Columns",
        "sheetOf": "{file}, sheet {sheet}",
        "howToChange": (
            "{rows}. Changes are written to {file} at once; Ctrl+Z takes them back. Shift+Enter "
            "begins a line in a cell; drag over cells to choose a range."
        ),
        "seenLarge": "{card}, row {row}, seen large",
        "cell": "{column}, row {row}",
        "lines": "{lines} lines",
        "notWrittenYet": "Not written yet",
        "row": "row",
        "howToRename": "Double-click renames the column",
        "noName": "(no name)",
        "nameOfNew": "Name of the new column",
        "newNameOf": "New name of {before}",
        "writeCellsFirst": "Some cells are not written: write them or press Escape in them first.",
        "chosen": "{cells} chosen",
        "rowsOf": "{shown} of {all}",
        "tooFewShown": (
            "These are {count} rows, and the filter shows {shown} from here on: empty the filter first."
        ),
        "changedCell": (
            "{file} was changed by another window or program: press Enter to write it here all the same"
        ),
        "writtenStays": "What you wrote is still in its cell, marked.",
        "changeAgain": "Make your change again.",
        "changed": "{file} was changed by another window or program: it is shown as it is now. {next}",
        "noAnswer": "Not written: the studio does not answer",
        "anotherText": "{file} has another text here by now: press Enter to write yours",
        "notWritten": "{file}, row {row}: {value} could not be written: {message}",
    },
    "text": {
        "altEnter": "Alt+Enter",
        "usually": " Usually {usual}.",
        "packAsYaml": "The pack as YAML",
        "howToLeave": "Tab indents what is written; Escape, then Tab, leaves the text.",
    },
    "rules": {
        "text": "Text of the rules",
        "edit": "Edit the rules…",
        "write": "Write the rules…",
        "back": "Back to the text of the pack",
        "asNew": "{name}: new, not saved yet",
        "haveErrors": "The rules have errors: these are the pages from before.",
        "changedTwice": "{name} was changed here and by another window or program.",
        "notSaved": "The rules are not saved yet",
    },
    "views": {
        "zoom": "Zoom",
        "pageWidth": "page width",
        "wholePage": "whole page",
        "paper": "Paper",
        "backs": "Backs",
        "flipOnTheEdge": "Flip on the edge",
        "guides": "Guides",
        "busySheets": "Laying out the sheets…",
        "cardsOnSheets": "{cards} on {sheets}",
        "sheetSide": "Sheet {number}, {side}",
        "sheetOf": "Sheet {number}{stack}",
        "busyRulebook": "Setting the rulebook…",
        "page": "Page",
        "pageNumber": "Page {number}",
        "passes": "should take this.",
        "refused": "would refuse this.",
        "notJudged": "may take this: not all of it could be judged.",
        "proof": "Proof",
        "busyProof": "Making the press files, checking them and drawing the proof…",
        "printer": "Printer",
        "comparePrinters": "Compare printers…",
        "checked": "What was checked ({count})",
        "unjudged": "What was not judged ({count})",
        "questions": "What to ask {printer} ({count})",
        "front": "front",
        "back": "back",
    },
    "plays": {
        "whatChanged": "What plays otherwise than with {other}",
        "nothingDiffers": "So far nothing plays otherwise than with {other}.",
        "sameGames": (
            "It plays as with {other}: the games are the same. Change a card, or hold it against another "
            "pack, and what plays otherwise stands here."
        ),
        "ofHundred": "{by} percentage points",
        "higher": "{figure}: {by} more, from {before} to {now}.",
        "lower": "{figure}: {by} less, from {before} to {now}.",
        "moreHeld": (
            "Players score more, and yet the attack index is lower: with {cards} the hands hold more green "
            "points than can be played, and the index says how much of a hundred green points in the hands "
            "is scored."
        ),
        "lessHeld": (
            "Players score less, and yet the attack index is higher: with {cards} the hands hold fewer green "
            "points, which are easier to play, and the index says how much of a hundred green points in the "
            "hands is scored."
        ),
        "thisPack": "this pack",
        "moreOf": "{by} more {card} ({now} instead of {before})",
        "fewerOf": "{by} fewer {card} ({now} instead of {before})",
        "otherCards": "{count} other cards",
        "because": "This is what comes of {cards}:",
    },
    "wishes": {
        "likelyMet": "likely met",
        "likelyMissed": "likely missed",
        "findCompositions": "Find compositions",
        "stop": "Stop",
        "wishes": "How should it play?",
        "howToWish": (
            "Say what should be more, less or the same. Packs that come close, with few cards exchanged, "
            "appear as they are found, each with what it changes; at the end they are saved beside yours."
        ),
        "attack": "Attack",
        "defence": "Defence",
        "and": "And",
        "keep": "Keep",
        "keepNothing": "nothing in particular",
        "cards": "Cards",
        "vary": "Options that may vary",
        "nothingVaries": "none",
        "addOption": "add an option…",
        "nothingElse": "nothing else",
        "target": "by",
        "with": "with {options}",
        "greenCards": "green cards",
        "redCards": "red cards",
        "greenPoints": "green points",
        "redPoints": "red points",
        "notSaved": "The pack was not saved, and designs begin with the saved pack.",
        "unchanged": "as your pack is now",
        "wished": "{measure}: {before} now, {value}{tolerance} with this; you wished {target}: {word}",
        "unknown": "not counted",
        "useComposition": "Use composition {number}",
        "useThis": "Use this",
        "searchingSoFar": "Searching: {compositions} tried, {games} played.",
        "measured": "Measured on {games} each.",
        "stopped": "Stopped: these are figures of the search itself, which picks what did best.",
        "waiting": "Waiting for another command…",
        "begins": "Searching: playing with your pack as it is…",
        "searching": "Searching",
        "written": "Also written beside your pack:",
        "open": "Open {name}",
        "foundNothing": "Stopped before anything was found.",
        "met": "met",
        "missed": "missed",
        "out": "{cards} out",
        "in": "{cards} in",
    },
    **PLAY_WORDS,
}

_VALUE = re.compile(r"\{(\w+)\}")


def words_script() -> str:
    """Return the text of static/words.js: the texts, and functions for texts with values."""
    groups = (
        f"  {group}: {{\n"
        + "".join(f"    {name}: {_script_literal(text)},\n" for name, text in texts.items())
        + "  },\n"
        for group, texts in WORDS.items()
    )
    return (
        "// What the page says: made of cardgen/webapp/words.py by `python docs/reference.py`.\n"
        "\n"
        f"export const WORDS = {{\n{''.join(groups)}}};\n"
    )


def _script_literal(text: str | CountedText) -> str:
    """Return a text as JavaScript: a string, or a function of the values in it."""
    if isinstance(text, CountedText):
        one, other = (_script_function(each) for each in text)
        counted = other.replace("${count}", '${count.toLocaleString("en")}')
        return f"(count) => (count === 1 ? {one} : {counted})"
    names = dict.fromkeys(_VALUE.findall(text))
    return (
        f"({{ {', '.join(names)} }}) => {_script_function(text)}"
        if names
        else json.dumps(text, ensure_ascii=False)
    )


def _script_function(text: str) -> str:
    """Return a text with values as a template literal of JavaScript."""
    return "`" + _VALUE.sub(r"${\1}", text.replace("\\", "\\\\").replace("`", "\\`")) + "`"


def with_words(page: str) -> str:
    """Return a page of HTML with its texts filled in, which it names as {group.name}."""
    return re.sub(r"\{(\w+)\.(\w+)\}", lambda named: html.escape(str(WORDS[named[1]][named[2]])), page)
