import { show, timeOf } from './measure.js'

/** How many routes there are. */
const COUNT = Number(process.argv[2] ?? 300)

const cases = (/** @type {(number: number) => string} */ result) =>
  Array.from({ length: COUNT }, (_, i) => `case ${i}: return ${result(i)}`)

/**
 * @param {(number: number) => string} result
 * @param {string} [before]
 */
const lookup = (result, before = '') =>
  new Function(`function Params(id) { this.id = id }
${before}
return function (number) { switch (number) { ${cases(result).join('\n')} } }`)()

const numbers = Array.from({ length: 20_000 }, () =>
  Math.floor(Math.random() * COUNT),
)
const own = lookup((i) => `{ params: new Params('${i}'), route: ${i} }`)
const shared = lookup(
  (i) => `match('${i}', ${i})`,
  'function match(id, route) { return { params: new Params(id), route } }',
)
show(`${COUNT} routes, each with its own new`, timeOf(numbers, own, 400))
show(`${COUNT} routes that share one function`, timeOf(numbers, shared, 400))
