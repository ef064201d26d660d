/**
 * @template Value
 * @typedef {object} Entry
 * @property {string} path
 * @property {Value} value
 * @property {Entry<Value> | null} next in the same slot
 */

/**
 * Values by path, for paths that arrive as strings nobody has read yet. A Map
 * reads every character of such a string to hash it. This reads four, and
 * compares the whole string with what shares their slot.
 *
 * @template Value
 */
export class StaticTable {
  /** @type {(Entry<Value> | null)[]} a power of two of them */
  #slots = [null]
  #count = 0
  /** Of the paths, so that longer ones need not be looked up. */
  #longest = 0

  /**
   * @param {string} path not empty
   * @returns {Value | null}
   */
  get(path) {
    if (path.length > this.#longest) return null
    let entry = this.#slots[hash(path) & (this.#slots.length - 1)]
    while (entry !== null) {
      if (entry.path === path) return entry.value
      entry = entry.next
    }
    return null
  }

  /**
   * @param {string} path not empty, and not there yet
   * @param {Value} value
   */
  add(path, value) {
    this.#count++
    this.#longest = Math.max(this.#longest, path.length)
    if (this.#count > this.#slots.length / 2) this.#grow()
    this.#put(path, value)
  }

  #grow() {
    const before = this.#slots
    this.#slots = new Array(2 * before.length).fill(null)
    for (let entry of before) {
      for (; entry !== null; entry = entry.next) {
        this.#put(entry.path, entry.value)
      }
    }
  }

  /**
   * @param {string} path
   * @param {Value} value
   */
  #put(path, value) {
    const slot = hash(path) & (this.#slots.length - 1)
    this.#slots[slot] = { path, value, next: this.#slots[slot] }
  }
}

/**
 * Four characters and the length. Routes are chosen by us and not by an
 * attacker, so a cheap hash will do.
 *
 * @param {string} path not empty
 */
function hash(path) {
  const { length } = path
  const quarter = length >> 2
  return (
    length +
    31 * path.charCodeAt(length - 1) +
    37 * path.charCodeAt(length - 1 - quarter) +
    41 * path.charCodeAt(length >> 1) +
    43 * path.charCodeAt(quarter)
  )
}
