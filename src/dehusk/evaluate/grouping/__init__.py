"""Pages grouped by their words, before and after cleaning: which comes nearer to their topics?"""
