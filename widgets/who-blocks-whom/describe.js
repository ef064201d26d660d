import { aheadOf, figuresOf, isLong, lanesOf, waitOf } from './model.js'

/** @import { Translate } from '../../site/strings.js' */
/** @import { Play } from './model.js' */

/**
 * @param {Play} play
 * @param {number} at the index of a request
 * @param {number} lanes as asked for
 * @param {Translate} t
 * @returns {string} what becomes of it, and how it has been for all up to it
 */
export function describe({ setup, spans }, at, lanes, t) {
  const span = spans[at]
  const { number, due, from, to, lane } = span
  const { kind, number: of } = lanesOf(setup, lanes)[lane]
  const values = {
    who: t(isLong(span) ? 'who.long' : 'who.short', { number: number + 1 }),
    lane: t(`in.${kind}`, { number: of }),
    due,
    from,
    to,
    wait: waitOf(span),
    ...aheadOf(spans, at),
  }
  const what = t(waitOf(span) > 0 ? 'waits' : 'free', values)
  return `${what} ${soFar(spans, at, t)}`
}

/**
 * @param {Play['spans']} spans
 * @param {number} at
 * @param {Translate} t
 */
function soFar(spans, at, t) {
  const { count, waited, longest } = figuresOf(spans.slice(0, at + 1))
  const isLast = at === spans.length - 1
  if (waited === 0) return t(isLast ? 'all.none' : 'far.none', { count })
  return t(isLast ? 'all.some' : 'far.some', { count, waited, longest })
}
