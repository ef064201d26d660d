/** Empty, hidden, `..`, or with a character that divides or ends a path. */
const NO_NAME = /^$|^\.(?!well-known$)|[/\\\0]/

/**
 * The path of a file below a folder.
 *
 * @param {readonly string[]} segments decoded, as a client has named them
 * @returns {string | null} relative, with slashes; null when a segment is not
 *   the plain name of a file or a folder that may be seen
 */
export const plainPath = (segments) =>
  segments.some((segment) => NO_NAME.test(segment)) ? null : segments.join('/')
