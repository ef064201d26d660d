/** How many shapes one place in the code remembers. */
const MOST = 4

/**
 * What V8 notes at one place where a property is read, such as `params.id`: at
 * which index an object of a shape has it.
 */
export class InlineCache {
  /** How often it had to look. */
  misses = 0

  /** @param {string} name of the property */
  constructor(name) {
    this.name = name
  }

  /**
   * @returns {'uninitialized' | 'monomorphic' | 'polymorphic' | 'megamorphic'}
   *   no shape was seen; one; a few; more than {@link MOST}, so that it has
   *   given up to note them, and looks each time
   */
  get state() {
    return 'uninitialized'
  }

  /**
   * @param {{ shape: string[], values: unknown[] }} object the names of its
   *   properties, which all objects of the same shape share, and what they are
   * @returns {unknown} the value of the property
   */
  read({ shape, values }) {
    this.misses++
    return values[shape.indexOf(this.name)]
  }
}

export { MOST }
