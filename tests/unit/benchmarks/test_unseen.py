"""What is counted of sites that were never seen, on made-up results."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from benchmarks.unseen import method as method_file
from benchmarks.unseen.figures import count_alone, count_losses, count_main, count_pages
from benchmarks.unseen.method import Method
from benchmarks.unseen.peer_texts import Asking, ask_peers
from benchmarks.unseen.rounds import choose_many, rename_alone, take_alone
from benchmarks.unseen.table import format_state
from dehusk.evaluate.contest import PageResult, SiteResult
from dehusk.evaluate.corpus import describe_corpus
from dehusk.evaluate.ground import is_single
from dehusk.evaluate.metrics import Score
from dehusk.evaluate.truth import ALL_SETS, SINGLES, TruthPage, TruthSite
from training.folds import N_FOLDS, fold_of

OURS, PEER = "ours, 25 pages", "peer"


def make_result(entry: str, f1: float, site: str = "site", set_name: str = "set") -> SiteResult:
    score = Score(f1, f1, f1)
    return SiteResult(set_name, site, entry, (PageResult("a", "", score, score),))


def make_results(
    scores: Mapping[str, float], n_sites: int, set_name: str = "set"
) -> list[SiteResult]:
    """Sites that differ a little, all entries alike."""
    return [
        make_result(entry, f1 - n / 1000, f"site {n}", set_name)
        for n in range(n_sites)
        for entry, f1 in scores.items()
    ]


def make_site(name: str, *ids: str, kind: str | None = None, set_name: str = "set") -> TruthSite:
    pages = tuple(
        TruthPage(one, Path(f"{name}/{one}.html"), f"text {one}", kind=kind) for one in ids
    )
    return TruthSite(set_name, name, pages)


def tell(**parts: object) -> str:
    state = {"method": "ours", "is_folded": True, "not_measured": {"slow": "out of time"}}
    return format_state({**state, "corpus": {"pages": 10, "sites": 2}, **parts})


def test_being_above_every_peer_is_said_plainly() -> None:
    results = make_results({OURS: 0.9, PEER: 0.8}, 8) + make_results({OURS: 0.5, PEER: 0.8}, 7, "b")
    main = count_main(results, OURS, [PEER])
    by_set = {one["set"]: one for one in main["sets"]}
    assert by_set["set"]["gains"][PEER]["gain"] == pytest.approx(0.1)
    assert by_set["set"]["gains"][PEER]["low"] == pytest.approx(0.1)
    assert not by_set["b"]["gains"], "too few sites to tell"
    assert by_set[ALL_SETS]["sites"] == 15
    assert [(one["set"], one["peer"]) for one in main["behind"]] == [(ALL_SETS, PEER)]
    assert "NOT above each of the 1 peers" in tell(main=main)
    better = count_main(make_results({OURS: 0.9, PEER: 0.8}, 8), OURS, [PEER])
    assert "\nabove each of the 1 peers" in tell(main=better)
    assert "slow not measured: out of time" in tell(main=better)


def test_without_peers_nothing_is_said_of_them() -> None:
    assert "no peer" in tell(main=count_main(make_results({OURS: 0.9}, 8), OURS, []))
    alone = count_alone([make_result(OURS, 0.9)], [make_site("site", "a")], OURS, [])
    assert "no peer was measured" in tell(alone=alone)


def test_the_worst_step_of_the_curve_is_named() -> None:
    entries = {n_pages: f"{n_pages}" for n_pages in (1, 2, 5)}
    falling = make_results({"1": 0.5, "2": 0.7, "5": 0.69}, 2)
    (_, whole) = count_pages(falling, entries)["sets"]
    assert whole["fall"]["change"] == pytest.approx(-0.01)
    assert (whole["fall"]["from"], whole["fall"]["to"]) == (2, 5)
    assert "-0.010 (2 to 5): falls by MORE" in tell(pages=count_pages(falling, entries))
    rising = make_results({"1": 0.5, "2": 0.7, "5": 0.8}, 2)
    assert "+0.100 (2 to 5): falls by no more" in tell(pages=count_pages(rising, entries))


def test_pages_alone_are_counted_by_set_and_kind() -> None:
    sites = [make_site("p", "a", kind="forum"), make_site("q", "a", kind="article")]
    results = [make_result(OURS, 0.2, "p"), make_result(OURS, 0.4, "q")]
    results += [make_result(PEER, 0.1, "p"), make_result(PEER, 0.1, "q")]
    alone = count_alone(results, sites, OURS, [PEER])
    assert [one["set"] for one in alone["sets"]] == ["set"]
    assert alone["sets"][0]["scores"][OURS]["f1"] == pytest.approx(0.3)
    f1 = {one["kind"]: one["scores"][OURS]["f1"] for one in alone["kinds"]}
    assert f1 == {"article": 0.4, "forum": 0.2}
    assert "forum" in tell(alone=alone)
    assert "\nabove each of the 1 peers" in tell(alone=alone)
    worse = count_alone(results, [make_site("p", "a")], PEER, [OURS])
    assert worse["kinds"] == []
    assert f"NOT above each of the 1 peers measured, on every set, by F1: {OURS} on set (-0.2" in (
        tell(alone=worse)
    )


def test_losses_are_told_of_all_who_were_asked_twice() -> None:
    before = make_results({OURS: 0.9, PEER: 0.8, "once": 0.7}, 3)
    after = make_results({OURS: 0.89, PEER: 0.7}, 3)
    losses = count_losses(before, after, [OURS, PEER])["sets"][-1]["losses"]
    assert losses[OURS]["loss"] == pytest.approx(0.01)
    assert losses[PEER]["loss"] == pytest.approx(0.1)
    assert f"{PEER}: loses" in tell(scrambled=count_losses(before, after, [OURS, PEER]))


def test_a_site_is_read_with_the_weights_of_its_own_fold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(method_file, "Recipe", lambda *given: str(given))
    for fold in range(N_FOLDS):
        (tmp_path / f"fold-{fold}.npz").touch()
    method = Method("ours", {"other": 1}, tmp_path)
    for site in (make_site(name, *"abcde") for name in ("one.com", "two.org", "three.net")):
        ((fold, _),) = choose_many([site], method)
        assert fold == fold_of(site)
        assert {fold for fold, _ in take_alone([site], method)} == {fold_of(site)}
        weights = {"other": 1, "weights": str(tmp_path / f"fold-{fold}.npz")}
        assert str(method.recipe(fold)) == str(("ours", weights))


def test_weights_that_are_not_there_are_named(tmp_path: Path) -> None:
    (tmp_path / "fold-0.npz").touch()
    with pytest.raises(SystemExit, match=r"no fold-1\.npz, .*fold-4\.npz"):
        Method("ours", {}, tmp_path)


def test_every_scored_page_is_taken_alone_with_its_text() -> None:
    sites = [make_site("site", "a", "b"), make_site(f"{SINGLES}/c", "c")]
    alone = [site for _, site in take_alone(sites, Method("chunks"))]
    assert all(is_single(site.name) and len(site.pages) == 1 for site in alone)
    keys = [("set", site.name, page.id) for site in sites for page in site.pages]
    renamed = rename_alone({PEER: dict.fromkeys(keys, "text")})
    assert list(renamed[PEER]) == [("set", site.name, site.pages[0].id) for site in alone]


def test_peers_are_not_asked_for_what_they_said_before(tmp_path: Path) -> None:
    path = tmp_path / "set" / "site" / "pages" / "a.html"
    path.parent.mkdir(parents=True)
    path.write_text("<p>text a")
    sites = [TruthSite("set", "site", (TruthPage("a", path, "text a"),))]
    folder = tmp_path / "texts" / describe_corpus(sites).digest
    folder.mkdir(parents=True)
    row = '{"set": "set", "site": "site", "id": "a", "text": "text a"}\n'
    (folder / "trafilatura.jsonl").write_text(row)
    asking = Asking(tmp_path / "texts", tmp_path / "no-python", jobs=2)
    peers = ask_peers(["trafilatura", "jusText"], sites, asking)
    assert peers.texts == {"trafilatura": {("set", "site", "a"): "text a"}}
    assert "no interpreter" in peers.missing["jusText"]
    path.write_text("<p>another page")
    assert not ask_peers(["trafilatura"], sites, asking).texts
