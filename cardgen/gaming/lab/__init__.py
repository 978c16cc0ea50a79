"""The lab: what a pack does at the table.

The data goes one way: an `experiment` plays games by their numbers and returns their *facts*, whole numbers
a game; a `tally` adds up facts and their products, exactly, so that the order and the number of workers
leave no trace; `measures` say what is told of facts, and `estimates` work it out with intervals. `running`
hands stretches of games to workers. Beside play there are compositions and `odds`, which are exact.
"""
