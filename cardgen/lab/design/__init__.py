"""Designing a pack: compositions that play as somebody wishes, with as few cards exchanged as will do.

The data goes one way: `compositions` says which packs there can be and how far each is from the base;
`wishes` what is wanted of play; `gaps` how far games say a composition is from that. `model` guesses at
compositions nobody played, `search` races them, a `memory` of it can be put away and taken up again, and
`fresh` measures what was found on games that the search never saw. `variants` says what to write into a
file.
"""
