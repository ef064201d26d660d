import { show, timeOf } from './measure.js'

/**
 * Objects with an id, of so many shapes.
 *
 * @param {number} shapes
 */
function objectsOf(shapes) {
  return Array.from({ length: 4096 }, (_, i) => {
    const number = Math.floor(Math.random() * shapes)
    return { [`before${number}`]: 0, id: i }
  })
}

/** A reader of its own for each: a cache belongs to its place in the code. */
const reader = () => new Function('object', 'return object.id')

for (const shapes of [1, 2, 4, 5, 8, 64]) {
  const objects = objectsOf(shapes)
  const read = /** @type {any} */ (reader())
  show(`${shapes} shapes at one place`, timeOf(objects, read, 400))
}
