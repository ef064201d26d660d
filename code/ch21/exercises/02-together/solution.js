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
  const [first = []] = histograms
  const total = first.map(({ upTo }, i) => ({
    upTo,
    count: histograms.reduce((sum, histogram) => sum + histogram[i].count, 0),
  }))
  const rank = share * (total.at(-1)?.count ?? 0)
  let before = { upTo: 0, count: 0 }
  for (const bucket of total) {
    if (bucket.count >= rank) return between(before, bucket, rank)
    before = bucket
  }
  return Number.NaN
}

/**
 * @param {{ upTo: number, count: number }} before
 * @param {{ upTo: number, count: number }} bucket
 * @param {number} rank
 */
function between(before, bucket, rank) {
  if (bucket.upTo === Number.POSITIVE_INFINITY) return before.upTo
  const part = (rank - before.count) / (bucket.count - before.count)
  return before.upTo + part * (bucket.upTo - before.upTo)
}
