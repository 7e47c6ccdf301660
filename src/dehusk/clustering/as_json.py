"""Clusters for machines: everything in full, the same bytes for the same pages."""

import json
from dataclasses import asdict

from dehusk.run.cluster_tally import SiteClusters
from dehusk.run.clusters import ClusterReport


def write_json(report: ClusterReport) -> bytes:
    """All sites with their clusters; a cluster without a name is the pages that fit none."""
    state = {
        "pages": report.pages,
        "clusters": report.count_clusters(),
        "rejected": report.rejected,
        "rejected_because": report.reasons,
        "passed_over": report.passed_over,
        "sites": [_make_plain(site) for site in report.sites],
    }
    # Names of files may be no text: what cannot be encoded is escaped as JSON does.
    text = json.dumps(state, indent=1, ensure_ascii=False)
    return f"{text}\n".encode(errors="backslashreplace")


def _make_plain(site: SiteClusters) -> dict[str, object]:
    return {
        "site": site.site,
        "pages": site.pages,
        "rejected": site.rejected,
        "sampled": site.sampled,
        "clusters": [asdict(row) for row in site.clusters],
    }
