"""Rulebooks: a template and a pack become blocks of text and figures, and those become pages.

templates.py and sandbox.py fill a template in, markup.py reads the Markdown that comes out of it into
blocks.py, block_layout.py makes boxes of those on a grid of lines, pages.py breaks them into columns and
pages. What a game adds is in context.py. Nothing here imports ReportLab; cardgen.output.rulebook draws the
pages.
"""
