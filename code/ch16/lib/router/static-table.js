/**
 * @template Value
 * @typedef {object} Entry
 * @property {string} path
 * @property {Value} value
 * @property {Entry<Value> | null} next in the same slot
 */

/** More entries than this in a slot are no accident: their paths are alike. */
const CROWD = 8

/**
 * Values by path, for paths that arrive as strings nobody has read yet. A Map
 * reads every character of such a string to hash it. This reads some, as many
 * as tell the paths apart, and compares the whole string with what it finds.
 *
 * @template Value
 */
export class StaticTable {
  /** @type {(Entry<Value> | null)[]} a power of two of them */
  #slots = [null]
  #count = 0
  /** Of the paths, so that longer ones need not be looked up. */
  #longest = 0
  /** A path is read in about two to the power of this places. */
  #bits = 2

  /**
   * @param {string} path not empty
   * @returns {Value | null}
   */
  get(path) {
    const entry = this.#entryOf(path)
    return entry === null ? null : entry.value
  }

  /** @param {string} path */
  #entryOf(path) {
    if (path.length > this.#longest) return null
    let entry = this.#slots[hash(path, this.#bits) & (this.#slots.length - 1)]
    while (entry !== null && entry.path !== path) entry = entry.next
    return entry
  }

  /**
   * @param {string} path not empty
   * @param {Value} value
   */
  set(path, value) {
    const present = this.#entryOf(path)
    if (present !== null) {
      present.value = value
      return
    }
    this.#count++
    this.#longest = Math.max(this.#longest, path.length)
    if (this.#count > this.#slots.length / 2) {
      this.#rebuild(2 * this.#slots.length)
    }
    const isCrowded = this.#put({ path, value, next: null }) > CROWD
    if (isCrowded && 2 ** this.#bits < this.#longest) {
      this.#bits++
      this.#rebuild(this.#slots.length)
    }
  }

  /** @param {number} size */
  #rebuild(size) {
    const before = this.#slots
    this.#slots = new Array(size).fill(null)
    for (let entry of before) {
      while (entry !== null) {
        const { next } = entry
        this.#put(entry)
        entry = next
      }
    }
  }

  /**
   * @param {Entry<Value>} entry
   * @returns {number} how many entries are in its slot
   */
  #put(entry) {
    const slot = hash(entry.path, this.#bits) & (this.#slots.length - 1)
    entry.next = this.#slots[slot]
    this.#slots[slot] = entry
    let count = 1
    for (let each = entry.next; each !== null; each = each.next) count++
    return count
  }
}

/**
 * Reads a path from its end, where paths differ most. Routes are chosen by us
 * and not by an attacker, so a cheap hash will do.
 *
 * @param {string} path not empty
 * @param {number} bits of the number of places
 */
function hash(path, bits) {
  const step = path.length >> bits || 1
  let hash = path.length
  for (let index = path.length - 1; index >= 0; index -= step) {
    hash = (Math.imul(hash, 31) + path.charCodeAt(index)) | 0
  }
  return hash
}
