"""Find compositions of a pack that play as wished, with as few exchanged cards as possible.

`search_space` has the possible packs and their distances from the base; `problem` the wishes, and how far a
composition is from them by its games. `surrogate` predicts compositions that were not played; `search`
chooses what to play next and `racing` plays it; `holdout` measures the designs on games that the search did
not use. `variants` makes the data of a pack's file.
"""
