"""Text on any page: fonts, line breaking, hyphenation, styles, outlines of symbols."""
