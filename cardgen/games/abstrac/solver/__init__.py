"""Perfect play of Abstrac, by search: all cards lie open, so a row has a value as a chess position has one.

`search` and `compiled` are the two engines, and `engines` chooses: the lead with best play, of a row or of
what is left of one. They look at the same positions in the same order and say the same. `solving` asks them
for everything that is told of a row, `lines` plays lines out, `rows` reads and shuffles rows, `deals` solves
many, `words` tells.
"""
