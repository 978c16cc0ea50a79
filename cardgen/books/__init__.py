"""Rulebooks: a template and a pack become blocks of text and figures, and those become pages.

templates.py and sandbox.py fill a template in, markup.py parses the resulting Markdown into blocks.py,
block_layout.py turns those into boxes on a baseline grid, pages.py breaks them into columns and pages.
context.py defines the facts that a game adds. Nothing here imports ReportLab; cardgen.output.rulebook draws
the pages.
"""
