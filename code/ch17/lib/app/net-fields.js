import { checkField, fieldOf, keyOf, lowerCase, MARKS } from './answer-head.js'
import { badType, headersSent } from './misuse.js'
import { Response } from './response.js'

/** @import { Field, FieldValue } from './answer-head.js' */

/** Its members are accessors here, which TypeScript lets only `any` have. */
const Base = /** @type {any} */ (Response)

/** The header fields of an answer of our own engine, until they are sent. */
export class NetFields extends Base {
  /** @type {Field[]} */
  _fields = []
  /** Which of MARKS have been removed. */
  _removed = 0
  /** @type {string | null} what packages ask, where `headersSent` is meant */
  _header = null

  get headersSent() {
    return this._header !== null
  }

  /**
   * @param {string} key
   * @returns {number} the index of the field; -1: there is none
   */
  #find(key) {
    const fields = this._fields
    for (let i = 0; i < fields.length; i++) {
      if (fields[i].key === key) return i
    }
    return -1
  }

  /**
   * @param {string} name
   * @param {FieldValue} value
   */
  setHeader(name, value) {
    if (this.headersSent) throw headersSent('set')
    const field = fieldOf(name, value)
    const at = this.#find(field.key)
    if (at === -1) this._fields.push(field)
    else this._fields[at] = field
    return this
  }

  /**
   * @param {string} name
   * @param {FieldValue} value
   */
  appendHeader(name, value) {
    if (this.headersSent) throw headersSent('append')
    const at = this.#find(keyOf(name))
    if (at === -1) return this.setHeader(name, value)
    checkField(name, value)
    const { name: first, value: before } = this._fields[at]
    this._fields[at] = fieldOf(first, [before, value].flat())
    return this
  }

  /** @param {any} headers a Headers or a Map */
  setHeaders(headers) {
    if (this.headersSent) throw headersSent('set')
    const isOne = typeof headers?.keys === 'function' && 'get' in headers
    if (!isOne) throw badType('headers', 'an instance of Headers or Map')
    const cookies = []
    for (const [name, value] of headers) {
      if (name === 'set-cookie') cookies.push(value)
      else this.setHeader(name, value)
    }
    if (cookies.length > 0) this.setHeader('set-cookie', cookies.flat())
    return this
  }

  /** @param {string} name */
  getHeader(name) {
    const at = this.#find(lower(name))
    return at === -1 ? undefined : this._fields[at].value
  }

  /** @param {string} name */
  hasHeader(name) {
    return this.#find(lower(name)) !== -1
  }

  getHeaderNames() {
    return this._fields.map(({ key }) => key)
  }

  getRawHeaderNames() {
    return this._fields.map(({ name }) => name)
  }

  getHeaders() {
    const headers = Object.create(null)
    for (const name of this.getHeaderNames())
      headers[name] = this.getHeader(name)
    return headers
  }

  /** @param {string} name */
  removeHeader(name) {
    const key = lower(name)
    if (this.headersSent) throw headersSent('remove')
    const at = this.#find(key)
    if (at !== -1) this._fields.splice(at, 1)
    this._removed |= MARKS[key] ?? 0
  }
}

/** @param {any} name of a field */
function lower(name) {
  if (typeof name === 'string') return lowerCase(name)
  throw badType('name', 'of type string')
}
