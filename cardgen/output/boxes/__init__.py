"""Boxes to print, cut, crease, fold and glue."""
