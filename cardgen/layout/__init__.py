"""Cards on paper, in numbers only: a sheet's grid, guides to cut along, backs behind fronts, press pages."""
