/** What a test may say: the worker and the page both see to it. */
import { slice } from './primordials.js'

/** @typedef {import('../../common/verdict.js').TestEvent} TestEvent */

/** In UTF-16 code units. */
export const mostText = { name: 1_000, text: 10_000 }

/** @type {Record<string, number>} */
const most = {
  name: mostText.name,
  file: mostText.name,
  code: mostText.name,
  failureType: mostText.name,
  message: mostText.text,
  got: mostText.text,
  expected: mostText.text,
  stack: mostText.text,
}
const fields = Object.keys(most)
const { isInteger } = Number

/**
 * @param {any} data of a test, or anything at all
 * @param {string} field
 */
const cut = (data, field) =>
  typeof data[field] === 'string' ? slice(data[field], 0, most[field]) : null

/**
 * @param {any} data what claims to be of a test; the type must have been
 *   checked
 * @returns {TestEvent & { type: 'pass' | 'fail' }} with texts that are not
 *   longer than they may be
 */
export const cutTest = (data) => ({
  type: data.type,
  name: cut(data, 'name') ?? '',
  file: cut(data, 'file'),
  nesting: isInteger(data.nesting) ? data.nesting : 0,
  isSuite: data.isSuite === true,
  skipped: data.skipped === true,
  todo: data.todo === true,
  failureType: cut(data, 'failureType'),
  code: cut(data, 'code'),
  message: cut(data, 'message'),
  generated: data.generated === true,
  got: cut(data, 'got'),
  expected: cut(data, 'expected'),
  stack: cut(data, 'stack'),
})

/**
 * @param {any} data
 * @returns {number} how long its texts are together, in UTF-16 code units
 */
export function charactersIn(data) {
  let characters = 0
  for (let i = 0; i < fields.length; i++) {
    const text = data[fields[i]]
    if (typeof text === 'string') characters += text.length
  }
  return characters
}
