"""How quality, and time, change with what a run is given: curves over sites with truth."""
