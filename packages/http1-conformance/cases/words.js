/** The words that cases are written in. All text is latin1: bytes. */

/** @import { Cut } from '../exchange.js' */

/**
 * What the handler must have seen. A field that is null must not be there; of
 * several values one must be.
 *
 * @typedef {object} Seen
 * @property {string} [method]
 * @property {string} [target]
 * @property {string} [body]
 * @property {Record<string, string | string[] | null>} [fields]
 */
/**
 * @typedef {object} Expected an answer
 * @property {number[]} status
 * @property {Seen} [seen]
 * @property {string} [version]
 * @property {string} [body] in place of what was seen
 * @property {string[]} [has] fields
 * @property {string[]} [hasNot]
 */
/**
 * @typedef {object} Acceptable
 * @property {Expected[]} answers
 * @property {'kept' | 'closed' | 'told' | 'any'} end told: kept, or closed by
 *   an answer that says so
 * @property {number[]} [interim]
 * @property {string} [tunnel]
 */
/**
 * @typedef {object} Case
 * @property {string} name
 * @property {string} rule
 * @property {string | (string | number)[]} send
 * @property {Acceptable[]} accept
 * @property {string[]} [methods] of the requests, where one isn't GET-like
 * @property {boolean} [halfCloses]
 * @property {number} [most] answers, however a request is read
 * @property {'upgrade'} [needs] what the program has to do besides
 * @property {Cut[]} [cuts]
 */

/**
 * @param {string} line
 * @param {...string} fields
 */
export const head = (line, ...fields) =>
  `${[line, ...fields].join('\r\n')}\r\n\r\n`

/** @param {...string} fields */
export const get = (...fields) => head('GET / HTTP/1.1', 'Host: a', ...fields)

/** @param {string[]} fields @param {string} [body] */
export const post = (fields, body = '') =>
  head('POST / HTTP/1.1', 'Host: a', ...fields) + body

/** @param {string} body */
export const chunked = (body) => post(['Transfer-Encoding: chunked'], body)

/** A second request, which tells what the first has left. */
export const second = head('GET /second HTTP/1.1', 'Host: a')

/** @param {Seen} [what] @returns {Expected} */
export const ok = (what) => ({ status: [200], seen: what })

/** @param {...Seen} each @returns {Acceptable} all answered in order */
export const seen = (...each) => ({ answers: each.map(ok), end: 'told' })

/** @param {...Seen} each @returns {Acceptable} and then the end */
export const seenLast = (...each) => ({ answers: each.map(ok), end: 'closed' })

/** @param {...number} status @returns {Acceptable} */
export const refused = (...status) => ({
  answers: [{ status: status.length > 0 ? status : [400] }],
  end: 'any',
})

/** @param {...number} status @returns {Acceptable} and then the end */
export const refusedLast = (...status) => ({
  ...refused(...status),
  end: 'closed',
})

/** @type {Acceptable} */
export const closedSilently = { answers: [], end: 'closed' }

/**
 * How a text stands in the name of a case, with bytes that aren't printed.
 *
 * @param {string} text
 */
export const shown = (text) => JSON.stringify(text).slice(1, -1)

/**
 * @param {string} name
 * @param {string} rule
 * @param {Case['send']} send
 * @param {...Acceptable} accept
 * @returns {Case}
 */
export const example = (name, rule, send, ...accept) => ({
  name,
  rule,
  send,
  accept,
})
