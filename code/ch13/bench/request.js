import { random, word } from '../../ch09/bench/fresh.js'

/**
 * The bytes of a request that has not been seen before, somewhere in a buffer as
 * large as a read's.
 *
 * @param {string[]} lines of its head, with `N` for what is never the same
 */
export function freshRequest(lines) {
  const text = lines.join('\r\n').replace(/N+/g, ({ length }) => word(length))
  const bytes = Buffer.from(`${' '.repeat(random(64))}${text}\r\n\r\n`)
  return bytes.subarray(bytes.indexOf('G'))
}
