"""What is done for every byte, node or block of a page, compiled: loops over plain arrays.

Nothing here knows of files, sites or methods. What is given is read only, but where a function says
"in place". Bounds are checked, one by one or before a loop begins; what a hostile page could choose
cannot make a loop long.
"""
