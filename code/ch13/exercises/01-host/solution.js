const BLANKS = ' \t'

/**
 * Reads which host a request is for: of its field lines, the value of the only
 * one that is named `Host`, in whatever case. Blanks and tabs around the value
 * do not belong to it, and it may be empty. HTTP/1.1 needs exactly one such
 * line, HTTP/1.0 at most one (RFC 9112 §3.2). A line without a colon, or with a
 * blank before it, makes the whole request wrong.
 *
 * @param {string[]} lines without their CRLF, such as `Host: localhost`
 * @param {0 | 1} minor of the version HTTP/1.minor
 * @returns {string | undefined | 400} the host; `undefined` where HTTP/1.0 has
 *   none; 400 where the request has to be refused
 */
export function hostOf(lines, minor) {
  /** @type {string | undefined} */
  let host
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0))
    if (name === '' || /[ \t]/.test(name)) return 400
    if (name.toLowerCase() !== 'host') continue
    if (host !== undefined) return 400
    host = trimmed(line.slice(colon + 1))
  }
  return host === undefined && minor === 1 ? 400 : host
}

/**
 * Not with a regular expression: that would try each blank of a long run anew.
 *
 * @param {string} value
 */
function trimmed(value) {
  let [start, end] = [0, value.length]
  while (start < end && BLANKS.includes(value[start])) start++
  while (end > start && BLANKS.includes(value[end - 1])) end--
  return value.slice(start, end)
}
