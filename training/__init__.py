"""How the weights of the default method are made from sites with truth, and judged on others."""
