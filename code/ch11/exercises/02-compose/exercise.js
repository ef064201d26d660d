/**
 * @typedef {(context: any, next: () => Promise<unknown>) => unknown} Layer
 */

/**
 * Makes one function of layers around a handler. `next()` runs what is behind a
 * layer, and is a promise of what that returned. Called by the same layer for a
 * second time, it runs nothing and is rejected; an outer layer that does so must
 * not pass by an inner one.
 *
 * @param {Layer[]} layers the first is the outermost
 * @param {(context: any) => unknown} handler
 * @returns {(context: any) => Promise<unknown>} rejected when a layer or the
 *   handler throws
 */
export function compose(layers, handler) {
  let index = 0
  /** @type {(context: any) => Promise<unknown>} */
  const next = async (context) => {
    const layer = layers[index++]
    return layer ? layer(context, () => next(context)) : handler(context)
  }
  return next
}
