/**
 * Two contenders compared round by round. Rounds are interleaved, so what
 * disturbs the machine for a minute disturbs both of a pair: the ratio of each
 * round says more than the ratio of two medians.
 */
import { contender, requireKnownMetric, requireMetric } from './results.js'

/** @typedef {import('./results.js').Result} Result */
/** @typedef {import('./results.js').ContenderResult} ContenderResult */
/**
 * @typedef {{ median: number, min: number, max: number, rounds: number,
 *   isCertain: boolean }} Paired the ratios of the rounds, and how many these
 *   are; isCertain: they are enough, and all say which is the larger
 */

/**
 * The fewest rounds that can make an order certain. If two contenders were
 * alike, five rounds would all fall to the same side once in sixteen times.
 */
const ENOUGH = 5

/** To what can be told apart: six digits. @param {number} value */
export const round = (value) => Number(value.toPrecision(6))

/**
 * @param {Record<string, any>} played a round of a server or of a program
 * @param {string} metric
 */
function figureOf(played, metric) {
  if (metric in played) return played[metric]
  const [group, point] = metric.split('.')
  return played[group]?.[point]
}

/**
 * The figures of two contenders in each round that has both.
 *
 * @param {ContenderResult} a
 * @param {ContenderResult} b
 * @param {string} metric of a
 * @param {string} other of b
 * @returns {[number, number][]}
 */
const figuresOf = (a, b, metric, other) =>
  (a.rounds ?? []).flatMap((played, i) => {
    const first = figureOf(played, metric)
    const second = figureOf(b.rounds?.[i] ?? {}, other)
    const areBoth = typeof first === 'number' && typeof second === 'number'
    return areBoth ? [/** @type {[number, number]} */ ([first, second])] : []
  })

/** @param {number[]} samples at least one */
export function medianOf(samples) {
  if (samples.length === 0) throw new Error('The median of no samples')
  const sorted = [...samples].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? sorted[middle]
    : (sorted[middle - 1] + sorted[middle]) / 2
}

/**
 * @param {ContenderResult} a
 * @param {ContenderResult} b
 * @param {string} metric of a
 * @param {string} [other] of b
 * @returns {Paired | null} null: they have no rounds in common with figures
 */
export function pairOf(a, b, metric, other = metric) {
  const ratios = figuresOf(a, b, metric, other)
    .filter(([, bottom]) => bottom > 0)
    .map(([top, bottom]) => top / bottom)
  if (ratios.length === 0) return null
  const [min, max] = [Math.min(...ratios), Math.max(...ratios)]
  return {
    median: round(medianOf(ratios)),
    min: round(min),
    max: round(max),
    rounds: ratios.length,
    isCertain: ratios.length >= ENOUGH && (min > 1 || max < 1),
  }
}

/**
 * The two contenders of one result whose figures are compared.
 *
 * @param {Result} result
 * @param {string[]} names `contender.metric`
 */
const requireFound = (result, names) =>
  names.map((name) => {
    const { metric } = requireMetric(result, name)
    const id = name.slice(0, name.indexOf('.'))
    const found = contender(result, id)
    if (!found?.rounds?.length) {
      throw new Error(
        `Result ${result.id}: ${id} has no rounds, so nothing can be paired; use {{#ratio}} for figures that others published`,
      )
    }
    return { found, metric }
  })

/**
 * The ratio of two figures of one result, for a page that cannot be built
 * without it.
 *
 * @param {Result} result
 * @param {string} a `contender.metric`
 * @param {string} b
 * @returns {Paired}
 * @throws {Error} that says which names there are
 */
export function requirePaired(result, a, b) {
  const [first, second] = requireFound(result, [a, b])
  const paired = pairOf(first.found, second.found, first.metric, second.metric)
  if (paired) return paired
  throw new Error(`Result ${result.id}: no round has both ${a} and ${b}`)
}

/**
 * How much more one figure of a result is than another: the median of what the
 * rounds say.
 *
 * @param {Result} result
 * @param {string} a `contender.metric`
 * @param {string} b of the same metric
 * @returns {{ median: number, metric: string }}
 * @throws {Error} that says which names there are
 */
export function requireDifference(result, a, b) {
  const [first, second] = requireFound(result, [a, b])
  const { metric } = first
  if (metric !== second.metric) {
    throw new Error(`Result ${result.id}: ${a} and ${b} differ in their metric`)
  }
  const differences = figuresOf(first.found, second.found, metric, metric).map(
    ([more, less]) => more - less,
  )
  if (differences.length === 0) {
    throw new Error(`Result ${result.id}: no round has both ${a} and ${b}`)
  }
  return { median: round(medianOf(differences)), metric }
}

/**
 * @param {ContenderResult[]} contenders
 * @param {string} metric
 * @returns from the best to the worst, each with the next behind it; isLevel:
 *   they were the same in every round
 */
export function orderOf(contenders, metric) {
  const isLess = requireKnownMetric(metric).better === 'less'
  const ranked = contenders
    .filter(({ status, summary }) => status === 'ok' && summary?.[metric])
    .sort((a, b) => {
      const difference = a.summary?.[metric].median - b.summary?.[metric].median
      return isLess ? difference : -difference
    })
  return ranked.slice(1).flatMap((behind, i) => {
    const ahead = ranked[i]
    const paired = pairOf(ahead, behind, metric)
    if (!paired) return []
    const { median: ratio, min, max } = paired
    const isCertain = paired.isCertain && (isLess ? max < 1 : min > 1)
    const isLevel = min === 1 && max === 1
    return [{ ahead: ahead.id, behind: behind.id, ratio, isCertain, isLevel }]
  })
}
