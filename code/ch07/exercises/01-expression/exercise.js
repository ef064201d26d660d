/**
 * The regular expression of a pattern, with a named group per parameter.
 *
 * @param {string} pattern such as `/users/:id`
 * @returns {RegExp}
 */
export function expressionOf(pattern) {
  return new RegExp(pattern.replace(/:(\w+)/g, '(?<$1>.+)'))
}
