import { isBlank } from './characters.js'

/**
 * @param {string} text lines of fields that a scan has taken
 * @returns {string[]} names as they were sent, and values, by turns: node:http's
 *   `rawHeaders`
 */
export function rawHeadersOf(text) {
  const raw = []
  for (let start = 0; start < text.length; ) {
    const colon = text.indexOf(':', start)
    const end = text.indexOf('\r\n', colon)
    raw.push(text.slice(start, colon), trimmed(text, colon + 1, end))
    start = end + 2
  }
  return raw
}

/**
 * Without the whitespace around it. A regular expression would try each space
 * of a long run again and again.
 *
 * @param {string} text
 * @param {number} start
 * @param {number} end
 */
function trimmed(text, start, end) {
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}
