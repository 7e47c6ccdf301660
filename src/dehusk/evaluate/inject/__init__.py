"""Parts of a made-up template put into real pages: are they found, is anything else lost?"""
