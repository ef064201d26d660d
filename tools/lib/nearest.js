/**
 * How many letters must be put in, taken out or replaced to make one text of
 * another (Levenshtein).
 *
 * @param {string} a
 * @param {string} b
 */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[j] + 1, next[j - 1] + 1))
    }
    row = next
  }
  return row[b.length]
}

/**
 * What the writer of an unknown name may have meant.
 *
 * @param {string} name
 * @param {Iterable<string>} known
 * @returns {string | null} null when there is nothing to choose from
 */
export function nearest(name, known) {
  let best = null
  let least = Number.POSITIVE_INFINITY
  for (const candidate of known) {
    const apart = distance(name.toLowerCase(), candidate.toLowerCase())
    if (apart >= least) continue
    least = apart
    best = candidate
  }
  return best
}
