/**
 * The regular expression of a pattern, with a named group per parameter.
 *
 * @param {string} pattern such as `/users/:id`
 * @returns {RegExp}
 */
export function expressionOf(pattern) {
  const segments = pattern
    .split('/')
    .map((segment) =>
      segment.startsWith(':')
        ? `(?<${segment.slice(1)}>[^/]+)`
        : segment.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
    )
  return new RegExp(`^${segments.join('/')}$`)
}
