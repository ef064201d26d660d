import { inheritNothing } from '../lib/common/inherit-nothing.js'
import { show, timeOf } from './measure.js'

const Params = inheritNothing(function Params() {})

/** Three ways to an object that has an id and inherits nothing. */
export const WAYS = {
  /** @param {string} id */
  create(id) {
    const params = Object.create(null)
    params.id = id
    return params
  },
  /** @param {string} id */
  literal: (id) => ({ __proto__: null, id }),
  /** @param {string} id */
  ours(id) {
    const params = new Params()
    params.id = id
    return params
  },
}

/** The last object made, since V8 makes none that nobody can see. */
let last = WAYS.ours('')

/** @param {(id: string) => any} make */
export const makeAndRead = (make) => (/** @type {string} */ id) => {
  last = make(id)
  return last.id
}

if (import.meta.main) {
  const ids = Array.from({ length: 10_000 }, (_, i) => String(i))
  for (const [name, make] of Object.entries(WAYS)) {
    show(`${name}, made and read`, timeOf(ids, makeAndRead(make)))
  }
}
