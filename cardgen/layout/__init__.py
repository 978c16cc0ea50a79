"""Cards on paper as numbers: the grid of a sheet, cutting guides, duplex backs, press pages."""
