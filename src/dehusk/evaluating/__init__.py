"""The commands of `dehusk evaluate`: quality, with or without truth.

What they work with is imported when it is needed: the libraries are an extra, and slow to load.
"""

from dehusk.evaluating.against_truth import evaluate_curves, evaluate_truth
from dehusk.evaluating.clusters import evaluate_clusters
from dehusk.evaluating.group import evaluate
from dehusk.evaluating.without_truth import (
    evaluate_feed,
    evaluate_grouping,
    evaluate_inject,
    evaluate_mirror,
)

__all__ = ["evaluate"]

for command in (
    evaluate_truth,
    evaluate_curves,
    evaluate_clusters,
    evaluate_inject,
    evaluate_mirror,
    evaluate_grouping,
    evaluate_feed,
):
    evaluate.add_command(command)
