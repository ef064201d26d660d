/**
 * The name that a mistyped one was meant to be.
 *
 * @param {string} name
 * @param {Iterable<string>} names to choose from
 * @returns {string | undefined} undefined if no name is near
 */
export function nearest(name, names) {
  let best
  // A third of the letters may be wrong. With more, it isn't a typo.
  let least = Math.ceil(name.length / 3) + 1
  for (const candidate of names) {
    const edits = distance(name.toLowerCase(), candidate.toLowerCase())
    if (edits < least) {
      best = candidate
      least = edits
    }
  }
  return best
}

/**
 * How many letters to insert, delete or replace to turn one text into another:
 * the Levenshtein distance, row by row.
 *
 * @param {string} from
 * @param {string} to
 */
function distance(from, to) {
  let row = Array.from({ length: to.length + 1 }, (_, j) => j)
  for (let i = 1; i <= from.length; i++) {
    const above = row
    row = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = above[j - 1] + Number(from[i - 1] !== to[j - 1])
      row.push(Math.min(replaced, above[j] + 1, row[j - 1] + 1))
    }
  }
  return row[to.length]
}
