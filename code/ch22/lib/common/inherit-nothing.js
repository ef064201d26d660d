/**
 * Makes a constructor whose objects inherit nothing, `toString` no more than
 * `__proto__`. V8 keeps the objects of a constructor in a fast form, and those
 * of `Object.create(null)` in a slow one.
 *
 * @param {() => void} maker an empty function of its own
 * @returns {new () => Record<string, any>}
 */
export function inheritNothing(maker) {
  maker.prototype = Object.freeze(Object.create(null))
  return /** @type {any} */ (maker)
}
