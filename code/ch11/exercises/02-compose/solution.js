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
  /** @type {(context: any) => Promise<unknown>} */
  let run = async (context) => handler(context)
  for (const layer of layers.toReversed()) {
    const inner = run
    run = async (context) => {
      let isOver = false
      return layer(context, async () => {
        if (isOver) throw new Error('next() was called twice')
        isOver = true
        return inner(context)
      })
    }
  }
  return run
}
