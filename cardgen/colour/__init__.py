"""Colours in sRGB and CMYK, and their conversion by ICC profiles."""
