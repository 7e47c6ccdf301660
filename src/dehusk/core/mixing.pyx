"""What a network does between its products: means over parts, neighbours, nothing below zero."""

import numpy as np

from libc.stdint cimport int32_t


def normalize(
    const float[:, ::1] features, const float[::1] mean, const float[::1] scale, float farthest
):
    """Each feature, a row each, as its distance from its mean, not too far."""
    cdef Py_ssize_t row, place, n_columns = features.shape[1]
    cdef float[:, ::1] normal = np.empty((features.shape[0], n_columns), dtype=np.float32)
    cdef float middle, slope, value
    cdef const float* given
    cdef float* found
    for row in range(features.shape[0] if n_columns else 0):
        middle, slope = mean[row], scale[row]
        given, found = &features[row, 0], &normal[row, 0]
        for place in range(n_columns):
            value = (given[place] - middle) * slope
            value = value if value < farthest else farthest
            found[place] = value if value > -farthest else -farthest
    return np.asarray(normal)


def climb(
    const float[:, ::1] normal,
    const int32_t[::1] feature,
    const float[::1] start,
    const float[::1] slope,
):
    """The features, a row each, and below them how far some stretches of them are climbed."""
    cdef Py_ssize_t n_features = normal.shape[0], n_steps = feature.shape[0]
    cdef Py_ssize_t n_columns = normal.shape[1], row, step, place
    cdef float[:, ::1] rows = np.empty((n_features + n_steps, n_columns), dtype=np.float32)
    cdef float first, rise, value
    cdef const float* given
    cdef float* found
    for row in range(n_features if n_columns else 0):
        given, found = &normal[row, 0], &rows[row, 0]
        for place in range(n_columns):
            found[place] = given[place]
    for step in range(n_steps if n_columns else 0):
        given, found = &normal[feature[step], 0], &rows[n_features + step, 0]
        first, rise = start[step], slope[step]
        for place in range(n_columns):
            value = (given[place] - first) * rise
            value = value if value < 1 else 1
            found[place] = (value if value > 0 else 0) - <float>0.5
    return np.asarray(rows)


def rectify(float[:, ::1] values, const float[::1] bias):
    """Add the bias; nothing is left below zero. In place."""
    cdef Py_ssize_t row, column, width = values.shape[1]
    cdef float value
    cdef float* own
    cdef const float* added
    if bias.shape[0] != width:
        raise ValueError("a bias for every column")
    for row in range(values.shape[0] if width else 0):
        own, added = &values[row, 0], &bias[0]
        for column in range(width):
            value = own[column] + added[column]
            own[column] = value if value > 0 else 0
    return np.asarray(values)


def add_rectified(float[:, ::1] values, const float[:, ::1] more, const float[::1] bias):
    """Add to each row what is above zero of another, and of the bias with it. In place."""
    cdef Py_ssize_t row, column, width = values.shape[1]
    cdef float value
    cdef float* own
    cdef const float* other
    cdef const float* added
    if more.shape[0] != values.shape[0] or more.shape[1] != width or bias.shape[0] != width:
        raise ValueError("rows of one size")
    for row in range(values.shape[0] if width else 0):
        own, other, added = &values[row, 0], &more[row, 0], &bias[0]
        for column in range(width):
            value = other[column] + added[column]
            own[column] += value if value > 0 else 0
    return np.asarray(values)


def find_runs(const int32_t[:, :] low, const int32_t[:, :] high):
    """Blocks in a row that are in the same part: by part where its runs begin among all runs, by
    run its first block and the one past its last, by block and part the run that it is in."""
    cdef Py_ssize_t n_rows = low.shape[0], n_parts = low.shape[1], row, part, n_runs = 0
    cdef int32_t[::1] begins = np.zeros(n_parts + 1, dtype=np.int32)
    cdef int32_t[:, ::1] bounds = np.empty((n_rows * n_parts, 2), dtype=np.int32)
    cdef int32_t[:, ::1] run = np.empty((n_rows, n_parts), dtype=np.int32)
    if high.shape[0] != n_rows or high.shape[1] != n_parts:
        raise ValueError("a first and a last block for every part")
    for part in range(n_parts):
        for row in range(n_rows):
            if (
                row == 0
                or low[row, part] != low[row - 1, part]
                or high[row, part] != high[row - 1, part]
            ):
                bounds[n_runs, 0], bounds[n_runs, 1] = low[row, part], high[row, part]
                n_runs += 1
            run[row, part] = n_runs - 1
        begins[part + 1] = n_runs
    return np.asarray(begins), np.asarray(bounds)[:n_runs], np.asarray(run)


def pool(const float[:, ::1] values, const int32_t[:, ::1] bounds):
    """The means of all rows over stretches of them."""
    cdef Py_ssize_t n_rows = values.shape[0], width = values.shape[1]
    cdef Py_ssize_t row, run, column, first, past
    cdef double[:, ::1] sums = np.empty((n_rows + 1, width), dtype=np.float64)
    cdef float[:, ::1] means = np.empty((bounds.shape[0], width), dtype=np.float32)
    cdef double share
    cdef const double* lower
    cdef double* upper
    cdef const float* own
    cdef float* mean
    if width == 0:
        return np.asarray(means)
    sums[0, :] = 0
    for row in range(n_rows):
        lower, upper, own = &sums[row, 0], &sums[row + 1, 0], &values[row, 0]
        for column in range(width):
            upper[column] = lower[column] + own[column]
    for run in range(bounds.shape[0]):
        first, past = bounds[run, 0], bounds[run, 1]
        share = 1.0 / max(past - first, 1)
        lower, upper, mean = &sums[first, 0], &sums[past, 0], &means[run, 0]
        for column in range(width):
            mean[column] = <float>((upper[column] - lower[column]) * share)
    return np.asarray(means)


def add_parts(
    float[:, ::1] values,
    const float[:, ::1] gained,
    const int32_t[:, ::1] run,
    const float[::1] shared,
):
    """Add to each row what was gained in each of its runs, and what all rows share; nothing is
    left below zero. In place."""
    cdef Py_ssize_t n_rows = values.shape[0], width = values.shape[1], row, part, column
    cdef float* own
    cdef const float* more
    cdef float value
    if run.shape[0] != n_rows or gained.shape[1] != width or shared.shape[0] != width:
        raise ValueError("rows of one size")
    for row in range(n_rows if width else 0):
        own, more = &values[row, 0], &shared[0]
        for column in range(width):
            own[column] += more[column]
        for part in range(run.shape[1]):
            more = &gained[run[row, part], 0]
            for column in range(width):
                own[column] += more[column]
        for column in range(width):
            value = own[column]
            own[column] = value if value > 0 else 0
    return np.asarray(values)


def summarize(const float[:, ::1] values):
    """The mean of each column, then the highest of each."""
    cdef Py_ssize_t n_rows = values.shape[0], width = values.shape[1], row, column
    cdef double[::1] sums = np.zeros(width, dtype=np.float64)
    cdef float[::1] found = np.zeros(2 * width, dtype=np.float32)
    cdef const float* own
    cdef double* total
    cdef float* highest
    if n_rows == 0 or width == 0:
        return np.asarray(found)
    total, highest = &sums[0], &found[width]
    for column in range(width):
        highest[column] = values[0, column]
    for row in range(n_rows):
        own = &values[row, 0]
        for column in range(width):
            total[column] += own[column]
        for column in range(width):
            highest[column] = own[column] if own[column] > highest[column] else highest[column]
    for column in range(width):
        found[column] = <float>(total[column] / n_rows)
    return np.asarray(found)


def add_neighbours(
    float[:, ::1] values, const float[:, ::1] seen, const float[::1] bias, Py_ssize_t reach
):
    """Add to each row what is above zero of how it is seen from there: by the row so many before
    it, by itself, by the row so many after it. In place; `seen` has the three side by side."""
    cdef Py_ssize_t n_rows = values.shape[0], width = values.shape[1], row, column
    cdef float value
    cdef float[::1] nothing = np.zeros(width, dtype=np.float32)
    cdef const float* before
    cdef const float* own
    cdef const float* after
    cdef const float* added
    cdef float* total
    if seen.shape[0] != n_rows or seen.shape[1] != 3 * width or bias.shape[0] != width:
        raise ValueError("three views of every row")
    for row in range(n_rows if width else 0):
        before = &seen[row - reach, 0] if row >= reach else &nothing[0]
        own = &seen[row, width]
        after = &seen[row + reach, 2 * width] if row + reach < n_rows else &nothing[0]
        total, added = &values[row, 0], &bias[0]
        for column in range(width):
            value = before[column] + own[column] + after[column] + added[column]
            total[column] += value if value > 0 else 0
    return np.asarray(values)
