"""How good a method is: against truth where there is any, and on anybody's pages without."""
