import numpy as np

from dehusk.evaluate.interval import bootstrap_mean


def test_few_values_have_no_interval() -> None:
    assert bootstrap_mean([0.1, 0.5, 0.9, 0.7]) is None


def test_the_interval_holds_the_true_mean_nineteen_times_in_twenty() -> None:
    random = np.random.default_rng(7)
    for n, fewest in ((5, 0.86), (20, 0.91)):
        samples = random.beta(8, 2, size=(300, n))
        intervals = [bootstrap_mean(sample.tolist()) for sample in samples]
        held = [
            interval is not None and interval[0] <= 0.8 <= interval[1] for interval in intervals
        ]
        assert fewest <= np.mean(held) <= 0.99


def test_more_values_make_the_interval_narrower() -> None:
    values = [0.2, 0.5, 0.6, 0.7, 0.9]
    few, many = bootstrap_mean(values), bootstrap_mean(values * 10)
    assert few is not None
    assert many is not None
    assert few[0] < many[0] < 0.58 < many[1] < few[1]
