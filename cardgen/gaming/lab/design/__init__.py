"""Designing a pack: compositions that play as somebody wishes, with as few cards exchanged as will do.

`search_space` holds the packs there can be and how far each is from the base; `problem` what is wished of
play, and how far off a composition is by its games. `surrogate` predicts what compositions do that nobody
played; `search` chooses what is played next and `racing` plays it; `holdout` measures what was found on games
that the search never saw. `variants` says what to write into a pack's file.
"""
