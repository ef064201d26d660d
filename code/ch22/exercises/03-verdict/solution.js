/**
 * The range in which the true median is, with a certain confidence, of which
 * these ratios are a sample. Its ends are two of the ratios, as many places
 * from either end of their order, and it's as narrow as the confidence allows.
 *
 * @param {number[]} ratios one of each round
 * @param {number} confidence such as 0.95
 * @returns {[low: number, high: number] | undefined} undefined if these rounds
 *   are too few for that
 */
export function interval(ratios, confidence) {
  const sorted = ratios.toSorted((a, b) => a - b)
  const { length } = sorted
  /** How likely exactly `heads` of `length` coins are heads. */
  let exactly = 0.5 ** length
  /** How likely the median isn't between the two, at either end. */
  let outside = exactly
  /** @type {[number, number] | undefined} */
  let found
  for (let heads = 0; heads < length / 2; heads++) {
    if (1 - 2 * outside < confidence) break
    found = [sorted[heads], sorted[length - 1 - heads]]
    exactly *= (length - heads) / (heads + 1)
    outside += exactly
  }
  return found
}

/**
 * @param {number[]} ratios how many times as much the second server did as the
 *   first, in each round
 * @param {{ confidence?: number, tolerance?: number }} [options] `tolerance`
 *   is how much more nobody would notice, as a share: from 1 ÷ 1.02 to 1.02
 * @returns {'faster' | 'slower' | 'level' | 'unknown'} `level`: whichever is
 *   ahead, nobody would notice; `unknown`: it takes more rounds to say
 */
export function verdict(ratios, { confidence = 0.95, tolerance = 0.02 } = {}) {
  const range = interval(ratios, confidence)
  if (range === undefined) return 'unknown'
  const [low, high] = range
  const most = 1 + tolerance
  if (low >= 1 / most && high <= most) return 'level'
  if (low > 1) return 'faster'
  return high < 1 ? 'slower' : 'unknown'
}
