"""Two presentations of one content, each cleaned by itself: do they come to the same texts?"""
