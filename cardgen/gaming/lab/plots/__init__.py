"""Pictures of what packs hold and of how they play: PNG, SVG and PDF, drawn with matplotlib.

`series` and `findings` say in numbers and words what is drawn, and need no matplotlib; `theme` and `panels`
are the one look of all pictures; `simulation`, `comparison` and `composition` lay out a picture each.
"""
