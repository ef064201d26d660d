import { METHODS } from 'node:http'
import { isText, TARGET as TARGET_BYTES, TOKEN } from './characters.js'
import { FieldLines } from './field-lines.js'
import * as phases from './phases.js'
import * as refusals from './refusals.js'
import { isTargetOf } from './target.js'

/** @import { Step } from './phases.js' */

/** @type {string[][]} the methods of each length, so that few are compared */
const methodsByLength = []
for (const method of METHODS) {
  methodsByLength[method.length] ??= []
  methodsByLength[method.length].push(method)
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {string} always the same string for a method; '': it is unknown
 */
export function methodAt(bytes, start, end) {
  const candidates = methodsByLength[end - start]
  if (candidates === undefined) return ''
  for (let i = 0; i < candidates.length; i++) {
    if (isText(bytes, start, end, candidates[i])) return candidates[i]
  }
  return ''
}

const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20
const DOT = 0x2e
const ZERO = 0x30

const VERSION_LENGTH = 8

/** @param {number} byte */
const isDigit = (byte) => byte >= ZERO && byte <= ZERO + 9

/**
 * Reads `HTTP/1.1` (RFC 9112 §2.3).
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {number} 1 or 0 for HTTP/1.1 and HTTP/1.0; -1: it is no version;
 *   -2: it is another
 */
export function minorVersionAt(bytes, start, end) {
  if (!isText(bytes, start, Math.min(end, start + 5), 'HTTP/')) return -1
  if (end - start !== 8 || bytes[start + 6] !== DOT) return -1
  const major = bytes[start + 5]
  const minor = bytes[start + 7]
  if (!isDigit(major) || !isDigit(minor)) return -1
  return major === ZERO + 1 && minor <= ZERO + 1 ? minor - ZERO : -2
}

/** Scans the first line of a head, before it scans those of the fields. */
export class RequestLine extends FieldLines {
  phase = phases.BEGIN
  method = ''
  target = ''
  /** 1 for HTTP/1.1, 0 for HTTP/1.0 */
  minor = 1

  /** Whether nothing has come of it: an empty line before it is nothing. */
  get isEmpty() {
    return this.phase <= phases.METHOD && this.position === this.mark
  }

  begin() {
    super.begin()
    this.phase = phases.BEGIN
    this.method = this.target = ''
    this.minor = 1
  }

  /** @type {Step} */
  run(bytes, at, end) {
    while (at < end && this.phase < phases.NAME) {
      const { phase } = this
      if (phase === phases.BEGIN) at = this.#begin(bytes, at, end)
      else if (phase === phases.EMPTY_LINE) at = this.#emptyLine(bytes, at, end)
      else if (phase === phases.METHOD) at = this.#method(bytes, at, end)
      else if (phase === phases.TARGET) at = this.#target(bytes, at, end)
      else if (phase === phases.VERSION) at = this.#version(bytes, at, end)
      else at = this.#lineEnd(bytes, at, end)
    }
    return super.run(bytes, at, end)
  }

  /**
   * A line break before a request is forgiven, once (RFC 9112 §2.2).
   *
   * @type {Step}
   */
  #begin(bytes, at) {
    this.phase = phases.METHOD
    if (bytes[at] !== CR) return at
    this.phase = phases.EMPTY_LINE
    return at + 1
  }

  /** @type {Step} */
  #emptyLine(bytes, at) {
    if (bytes[at] !== LF) return this.refuse(refusals.BARE_CR)
    this.phase = phases.METHOD
    this.mark = at + 1 - this.base
    return at + 1
  }

  /** @type {Step} */
  #method(bytes, at, end) {
    while (at < end && TOKEN[bytes[at]] === 1) at++
    if (at === end) return at
    const start = this.base + this.mark
    if (at === start || bytes[at] !== SPACE) {
      return this.refuse(refusals.BAD_METHOD)
    }
    this.method = methodAt(bytes, start, at)
    this.phase = phases.TARGET
    this.mark = at + 1 - this.base
    return at + 1
  }

  /** @type {Step} */
  #target(bytes, at, end) {
    while (at < end && TARGET_BYTES[bytes[at]] === 1) at++
    if (at === end) return at
    const start = this.base + this.mark
    if (at === start || bytes[at] !== SPACE) {
      return this.refuse(refusals.BAD_TARGET)
    }
    this.target = bytes.toString('latin1', start, at)
    this.phase = phases.VERSION
    this.mark = at + 1 - this.base
    return at + 1
  }

  /** @type {Step} */
  #version(bytes, at, end) {
    const start = this.base + this.mark
    const stop = Math.min(end, start + VERSION_LENGTH + 1)
    while (at < stop && bytes[at] !== CR) at++
    if (at === end) return at
    this.minor = minorVersionAt(bytes, start, at)
    if (this.minor === -1) return this.refuse(refusals.BAD_VERSION)
    this.phase = phases.LINE_END
    return at + 1
  }

  /**
   * What is wrong with a request line is told when all of it has been seen, the
   * first of these first: it isn't HTTP, it isn't ours, it makes no sense.
   *
   * @type {Step}
   */
  #lineEnd(bytes, at) {
    if (bytes[at] !== LF) return this.refuse(refusals.BARE_CR)
    if (this.minor === -2) return this.refuse(refusals.UNKNOWN_VERSION)
    if (this.method === '') return this.refuse(refusals.UNKNOWN_METHOD)
    if (!isTargetOf(this.method, this.target)) {
      return this.refuse(refusals.BAD_TARGET)
    }
    this.phase = phases.NAME
    this.mark = this.fieldsStart = at + 1 - this.base
    return at + 1
  }

  /** A line that does not end within the limit has a status of its own. */
  overflow() {
    if (this.phase > phases.TARGET) return refusals.LARGE_FIELDS
    const isTarget = this.phase === phases.TARGET
    return isTarget ? refusals.LONG_TARGET : refusals.UNKNOWN_METHOD
  }
}
