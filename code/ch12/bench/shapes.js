import { timeOf } from '../steps/measure.js'

/** How many objects are read, one after another. */
const COUNT = 4096
const DURATION = Number(process.env.DURATION ?? 2)

/**
 * Objects with an id, of so many shapes, in no order that a branch predictor
 * could learn.
 *
 * @param {number} shapes
 */
const objectsOf = (shapes) =>
  Array.from({ length: COUNT }, (_, id) => {
    const number = Math.floor(Math.random() * shapes)
    return { [`before${number}`]: 0, id }
  })

/** Objects that have lost a key, and with it their shape. */
const dictionaries = () =>
  Array.from({ length: COUNT }, (_, id) => {
    /** @type {Record<string, number>} */
    const object = { before: 0, id }
    delete object.before
    return object
  })

/** @param {string} kind how many shapes, or `dictionary` */
function measure(kind) {
  const objects =
    kind === 'dictionary' ? dictionaries() : objectsOf(Number(kind))
  const read = /** @type {(object: object) => number} */ (
    new Function('object', 'return object.id')
  )
  let best = Infinity
  const end = performance.now() + DURATION * 1000
  do {
    best = Math.min(best, timeOf(objects, read, 400))
  } while (performance.now() < end)
  return { 'ns.read': best }
}

console.log(JSON.stringify(measure(process.argv[2])))
