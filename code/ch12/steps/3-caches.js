import { show, timeOf } from './measure.js'

/**
 * Objects with an id, of so many shapes.
 *
 * @param {number} shapes
 */
export function objectsOf(shapes) {
  return Array.from({ length: 4096 }, (_, i) => {
    const number = Math.floor(Math.random() * shapes)
    return { [`before${number}`]: 0, id: i }
  })
}

/** A function of its own for each: a cache belongs to its place in the code. */
export const reader = () =>
  /** @type {any} */ (new Function('object', 'return object.id'))

if (import.meta.main) {
  for (const shapes of [1, 2, 3, 4, 5, 6, 8, 64]) {
    const objects = objectsOf(shapes)
    const label = shapes === 1 ? '1 shape' : `${shapes} shapes`
    show(label, timeOf(objects, reader(), 400))
  }
}
