/** Where Velocy isn't first: in each round of a result, somebody is ahead. */
import { pairOf } from './paired.js'
import { metric, requireKnownMetric } from './results.js'

/** @typedef {import('./results.js').Result} Result */
/** @typedef {import('./results.js').ContenderResult} ContenderResult */
/**
 * @typedef {object} Loss
 * @property {string} ours the contender of ours
 * @property {string} metric
 * @property {{ id: string, ratio: number }[]} ahead the farthest first: how
 *   many times as good, the median of the rounds' ratios
 */
/**
 * @typedef {object} Losses
 * @property {number} pairs how many were compared
 * @property {Loss[]} losses
 */

/** Velocy as it's meant to run: on its own engine. What's behind is a variant. */
const OURS = /^velocy(?:-net)?(?<variant>-(?!http|tree|net)[\w-]+)?$/

/** Of latencies, the median and the tails; what the client does isn't ours. */
const LEFT_OUT = /^(requests|lag\.|errors(\.|$)|.*\.(mean|stdev|p75|p90|max)$)/

/** @param {string} name */
function better(name) {
  if (LEFT_OUT.test(name)) return 'neither'
  return requireKnownMetric(name).better
}

/**
 * Our `velocy-net-cookie` is compared with `express-cookie`, and `velocy-net`
 * with what isn't a variant.
 *
 * @param {ContenderResult[]} contenders
 */
function opponents(contenders) {
  const measured = contenders.filter(({ status }) => status === 'ok')
  const ours = measured.flatMap((one) => {
    const match = OURS.exec(one.id)
    return match ? [{ one, variant: match.groups?.variant ?? '' }] : []
  })
  const variants = ours.flatMap(({ variant }) => variant || [])
  const others = measured.filter(({ id }) => !id.startsWith('velocy'))
  return ours.map(({ one, variant }) => ({
    one,
    others: others.filter(({ id }) =>
      variant
        ? id.endsWith(variant)
        : !variants.some((other) => id.endsWith(other)),
    ),
  }))
}

/**
 * @param {Result} result
 * @returns {Losses}
 */
export function lossesOf(result) {
  let pairs = 0
  /** @type {Loss[]} */
  const losses = []
  for (const { one, others } of opponents(result.contenders)) {
    for (const name of Object.keys(one.summary ?? {})) {
      const direction = better(name)
      if (direction === 'neither') continue
      const ahead = others.flatMap((other) => {
        if (!metric(result, other.id, name)) return []
        const [top, bottom] = direction === 'less' ? [one, other] : [other, one]
        const paired = pairOf(top, bottom, name)
        if (!paired) return []
        pairs++
        const isAhead = paired.isCertain && paired.min > 1
        return isAhead ? [{ id: other.id, ratio: paired.median }] : []
      })
      ahead.sort((a, b) => b.ratio - a.ratio)
      if (ahead.length > 0) losses.push({ ours: one.id, metric: name, ahead })
    }
  }
  return { pairs, losses }
}
