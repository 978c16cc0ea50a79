"""The lab: computes and measures how a pack plays.

Data flows one way: an `experiment` plays games by number and returns their *facts*, whole numbers per game; a
tally (`moments`) adds up facts and their products exactly, so that the order and the number of workers do not
matter; `measures` are ratios of facts, and `estimates` computes them with intervals. `running` distributes
games to workers. `composition` and `odds` need no games, and are exact.
"""
