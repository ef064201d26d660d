/**
 * Pairs of patterns that share a path, though neither of them is the more
 * specific one.
 *
 * @param {string[]} patterns such as `/users/:id`
 * @returns {{ patterns: [string, string], path: string }[]} in the order of
 *   the patterns; with a path that both match
 */
export function ambiguities(patterns) {
  const pairs = patterns.flatMap((first, i) =>
    patterns.slice(i + 1).map((second) => [first, second]),
  )
  return pairs
    .filter(([first, second]) => shapeOf(first) === shapeOf(second))
    .map(([first, second]) => ({ patterns: [first, second], path: first }))
}

/** @param {string} pattern */
const shapeOf = (pattern) => pattern.replace(/:\w+/g, ':')
