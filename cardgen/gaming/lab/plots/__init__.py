"""Pictures of what packs hold and of how they play: PNG, SVG and PDF, drawn with matplotlib.

`series` and `findings` compute numbers and texts without matplotlib; `theme` and `panels` have the common
style of all pictures; `simulation`, `comparison` and `composition` lay out a picture each.
"""
