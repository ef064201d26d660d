/**
 * Pairs of patterns that share a path, though neither of them is the more
 * specific one.
 *
 * @param {string[]} patterns such as `/users/:id`
 * @returns {{ patterns: [string, string], path: string }[]} in the order of
 *   the patterns; with a path that both match
 */
export function ambiguities(patterns) {
  return patterns.flatMap((first, i) =>
    patterns.slice(i + 1).flatMap((second) => {
      const path = ambiguousPath(first.split('/'), second.split('/'))
      return path === null ? [] : [{ patterns: [first, second], path }]
    }),
  )
}

/** @param {string | undefined} segment */
const isParameter = (segment) => segment?.startsWith(':') ?? false

/**
 * @param {string[]} first
 * @param {string[]} second
 * @returns {string | null}
 */
function ambiguousPath(first, second) {
  if (first.length !== second.length) return null
  let isFirstNarrower = false
  let isSecondNarrower = false
  const path = first.map((text, i) => {
    const other = second[i]
    if (isParameter(text) && isParameter(other)) return 'x'
    if (isParameter(text)) isSecondNarrower = true
    else if (isParameter(other)) isFirstNarrower = true
    else if (text !== other) return null
    return isParameter(text) ? other : text
  })
  if (path.includes(null)) return null
  return isFirstNarrower && isSecondNarrower ? path.join('/') : null
}
