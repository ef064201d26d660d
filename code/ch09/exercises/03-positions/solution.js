/**
 * What a table looks at in place of the whole path: its length, and the
 * characters at some positions. Negative ones count from the end.
 *
 * @param {string} path
 * @param {number[]} positions
 */
export const keyOf = (path, positions) =>
  [path.length, ...positions.map((position) => path.at(position))].join()

/**
 * Chooses where to look, so that no two of the paths have the same key: the
 * position that tells most apart, and again, until all are. That is not always
 * the smallest choice, which would take trying all combinations.
 *
 * @param {string[]} paths all different
 * @returns {number[]} as few as you can find, in any order
 */
export function positionsFor(paths) {
  const longest = Math.max(...paths.map((path) => path.length))
  const candidates = Array.from(
    { length: 2 * longest },
    (_, index) => index - longest,
  )
  /** @type {number[]} */
  const chosen = []
  while (countKeys(paths, chosen) < paths.length) {
    const counts = candidates.map((position) =>
      countKeys(paths, [...chosen, position]),
    )
    chosen.push(candidates[counts.indexOf(Math.max(...counts))])
  }
  return chosen
}

/**
 * @param {string[]} paths
 * @param {number[]} positions
 */
const countKeys = (paths, positions) =>
  new Set(paths.map((path) => keyOf(path, positions))).size
