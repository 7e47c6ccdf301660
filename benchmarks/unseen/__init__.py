"""Quality on sites that were never seen in training, beside the peers on the same pages.

    python -m benchmarks.unseen --weights FOLDER --peers-texts FOLDER
    python -m benchmarks.unseen --method chunks --peers-texts FOLDER --only main,pages

`--weights` is where training wrote fold-0.npz and so on, each from all sites but those of its fold;
a site is read with the weights of its own fold. A method without weights needs none.

`method` chooses what a site is read with, `peer_texts` asks the peers once and remembers, `rounds`
judges, `figures` counts, `table` prints.
"""
