/**
 * A histogram, as a server tells it: how many requests took up to `upTo`
 * seconds, counted from the beginning. The last `upTo` is Infinity.
 *
 * @typedef {{ upTo: number, count: number }[]} Histogram
 */

/**
 * The time that a share of all requests has kept to, on all machines together.
 *
 * @param {number} share above 0, up to 1: 0.99 for the p99
 * @param {Histogram[]} histograms one of each machine, with the same buckets
 * @returns {number} seconds, as if the requests of a bucket lay evenly in it;
 *   in the last bucket, where it begins; NaN without requests
 */
export function quantile(share, histograms) {
  const times = histograms.map((histogram) => {
    const rank = share * histogram[histogram.length - 1].count
    return histogram.find(({ count }) => count >= rank)?.upTo ?? Number.NaN
  })
  return times.reduce((sum, time) => sum + time, 0) / times.length
}
