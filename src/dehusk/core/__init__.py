"""What is done for every byte, node or block of a page, compiled: loops over plain arrays.

Nothing here knows of files, sites or methods. All that is given is read only, all bounds are
checked, and the same arrays give the same results on every machine.
"""
