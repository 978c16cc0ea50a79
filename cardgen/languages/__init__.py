"""Languages: their habits, catalogues of translations, and cardgen's own texts in each language.

All translations are in catalogues, PO files of gettext: de.po and others here hold cardgen's own texts, those
in templates/ the rules of games, those beside a pack its texts and rules. `catalogue` reads, writes and
updates them, and the tables that a pack may have instead.
"""
