"""Text on any page: fonts, line breaking and hyphenation, fitting, styles, outlines, symbols and icons."""
