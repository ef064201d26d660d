/** Stands for what is inside find-my-way: whoever touches it is refused. */
import { refuse } from './adapter.js'

/** @type {any} */
const internals = new Proxy(() => {}, {
  get: () => internals,
  apply: (_target, _self, [options]) =>
    // The clone that tests make ready when they are loaded.
    options?.proto ? internals : refuse('the inside of find-my-way'),
  construct: () => refuse('the inside of find-my-way'),
})

export { internals as 'module.exports' }
