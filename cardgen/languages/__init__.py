"""Languages: their habits, catalogues of translations, and what cardgen itself prints in each of them.

Whatever is translated stands in a catalogue, a PO file of gettext: de.po and its like here hold what cardgen
prints, those in templates/ the rules of games, those beside a pack its texts and its rules. `catalogue`
reads, writes and updates them all, and the tables that a pack may have instead.
"""
