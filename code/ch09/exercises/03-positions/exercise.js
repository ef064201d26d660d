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
 * Chooses where to look, so that no two of the paths have the same key.
 *
 * @param {string[]} paths all different
 * @returns {number[]} as few as you can find, in any order
 */
export function positionsFor(paths) {
  const longest = Math.max(...paths.map((path) => path.length))
  return Array.from({ length: longest }, (_, position) => position)
}
