import { VelocyError } from '../common/errors.js'
import { checkOptions, integer } from '../common/options.js'

/** @import { PartEvent } from '../http/multipart.js' */

/**
 * @typedef {object} PartLimits
 * @property {number} [files] How many there may be. Default: 10.
 * @property {number} [fields] How many parts without a file. Default: 100.
 * @property {number} [fileSize] Largest file, in bytes. Default: Infinity.
 * @property {number} [fieldSize] Largest field, in bytes. Default: 64 KiB.
 */
const DEFAULTS = {
  files: 10,
  fields: 100,
  fileSize: Number.POSITIVE_INFINITY,
  fieldSize: 64 * 1024,
}
const LIMIT = integer(0, Number.POSITIVE_INFINITY)
const RULES = { files: LIMIT, fields: LIMIT, fileSize: LIMIT, fieldSize: LIMIT }

/** Counts what a form consists of. */
export class PartCounter {
  #counts = { files: 0, fields: 0, fileSize: 0, fieldSize: 0 }
  #isFile = false
  #limits

  /**
   * @param {PartLimits} [limits]
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  constructor(limits) {
    const checked = checkOptions('multipart', limits, RULES)
    this.#limits = { ...DEFAULTS, ...checked }
  }

  /**
   * @param {PartEvent} event
   * @returns {PartEvent} the same
   * @throws {VelocyError} ERR_VELOCY_PART_LIMIT, status 413
   */
  count(event) {
    if (Buffer.isBuffer(event)) {
      this.#add(this.#isFile ? 'fileSize' : 'fieldSize', event.length)
    } else if (event !== null) {
      this.#isFile = event.filename !== undefined
      this.#add(this.#isFile ? 'files' : 'fields', 1)
      this.#counts.fileSize = this.#counts.fieldSize = 0
    }
    return event
  }

  /** @param {keyof typeof DEFAULTS} name @param {number} count */
  #add(name, count) {
    this.#counts[name] += count
    if (this.#counts[name] <= this.#limits[name]) return
    const message = `Form exceeds the limit ${name} of ${this.#limits[name]}`
    throw new VelocyError('ERR_VELOCY_PART_LIMIT', message, { status: 413 })
  }
}
