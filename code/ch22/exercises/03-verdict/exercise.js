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
  const out = Math.floor(((1 - confidence) / 2) * sorted.length)
  return [sorted[out], sorted[sorted.length - 1 - out]]
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
  const [low, high] = interval(ratios, confidence) ?? [0, 2]
  if (low > 1 + tolerance) return 'faster'
  if (high < 1 - tolerance) return 'slower'
  return 'level'
}
