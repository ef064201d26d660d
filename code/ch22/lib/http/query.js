import { VelocyError } from '../common/errors.js'
import { inheritNothing } from '../common/inherit-nothing.js'
import { checkOptions, integer } from '../common/options.js'
import { decode } from '../common/percent.js'

const Query = inheritNothing(function Query() {})

/** More than most forms have. */
const MAX_PAIRS = 1000

const FORM = { isForm: true }

const RULES = { pairs: integer(0, Number.POSITIVE_INFINITY) }

/**
 * Reads a query as URLSearchParams does (WHATWG URL §5.1): pairs joined by
 * `&`, a plus for a space, and no input is ever an error.
 *
 * @param {string} text without the question mark
 * @param {{ pairs?: number }} [options] the most pairs that are read, 1000
 * @returns {Record<string, string | string[]>} without inherited properties; a
 *   key that is repeated has an array, in order
 * @throws {VelocyError} ERR_VELOCY_QUERY_TOO_LONG, status 400;
 *   ERR_VELOCY_BAD_OPTION
 */
export function parseQuery(text, options) {
  const { pairs = MAX_PAIRS } = checkOptions('parseQuery', options, RULES)
  const query = new Query()
  let count = 0
  let equals = -1
  for (let start = 0; start < text.length; ) {
    let end = text.indexOf('&', start)
    if (end === -1) end = text.length
    if (end > start) {
      if (++count > pairs) throw tooLong(pairs)
      // Looked for once, however many keys stand before it.
      if (equals < start) equals = text.indexOf('=', start)
      if (equals === -1) equals = text.length
      const keyEnd = Math.min(equals, end)
      const key = decode(text.slice(start, keyEnd), FORM)
      append(query, key, decode(text.slice(keyEnd + 1, end), FORM))
    }
    start = end + 1
  }
  return query
}

/**
 * @param {Record<string, string | string[]>} query
 * @param {string} key may be `__proto__`: a key like any other, in an object
 *   that inherits nothing
 * @param {string} value
 */
function append(query, key, value) {
  const present = query[key]
  if (present === undefined) query[key] = value
  else if (typeof present === 'string') query[key] = [present, value]
  else present.push(value)
}

/** @param {number} pairs */
function tooLong(pairs) {
  return new VelocyError(
    'ERR_VELOCY_QUERY_TOO_LONG',
    `Got more than ${pairs} pairs in a query or a form, expected at most that many`,
    { status: 400 },
  )
}

/**
 * The same pairs as a list, for code that wants one value of a key.
 *
 * @param {string} text without the question mark
 * @returns {URLSearchParams}
 */
export function searchParamsOf(text) {
  // URLSearchParams drops a question mark, but only the first one.
  if (!text.includes('%')) return new URLSearchParams(`?${text}`)
  // It makes and catches an error for each text that it can't decode.
  const pairs = text.split('&').filter((pair) => pair !== '')
  return new URLSearchParams(
    pairs.map((pair) => {
      const [key] = pair.split('=', 1)
      const value = pair.slice(key.length + 1)
      return [decode(key, FORM), decode(value, FORM)]
    }),
  )
}
