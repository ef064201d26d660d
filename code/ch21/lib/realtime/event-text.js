import { checkOptions } from '../common/options.js'
import { jsonOf } from '../http/write-json.js'

/** @import { Rule } from '../common/options.js' */

/**
 * @typedef {object} EventFields
 * @property {string | undefined} [event] The name of the event; without it,
 *   browsers call `onmessage`.
 * @property {string | number | undefined} [id] What the client says in
 *   Last-Event-ID when it comes back.
 */

/** @type {Rule} */
const LINE = {
  expected: 'text of one line',
  allows: (value) =>
    ['string', 'number'].includes(typeof value) &&
    !/[\r\n\0]/.test(String(value)),
}
const RULES = { event: LINE, id: LINE }

/**
 * Writes an event as the HTML standard has it (§9.2.6).
 *
 * @param {unknown} data text, or what JSON can express
 * @param {EventFields} [fields]
 * @returns {string}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION, ERR_VELOCY_NO_JSON
 */
export function eventText(data, fields) {
  const { event, id } = checkOptions('send', fields, RULES)
  const text = typeof data === 'string' ? data : jsonOf(data)
  return (
    (event === undefined ? '' : `event: ${event}\n`) +
    (id === undefined ? '' : `id: ${id}\n`) +
    `data: ${text.replaceAll(/\r\n|\r|\n/g, '\ndata: ')}\n\n`
  )
}
