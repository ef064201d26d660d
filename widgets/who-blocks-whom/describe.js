import { aheadOf, isLong, lanesOf, summarize, waitOf } from './model.js'

/** @import { Translate } from '../../site/strings.js' */
/** @import { Setup, Span } from './model.js' */

/**
 * @param {{ setup: Setup, lanes: number, spans: Span[] }} play
 * @param {number} at the index of a request
 * @param {Translate} t
 * @returns {string} what becomes of it, and how it has been for all up to it
 */
export function describe({ setup, lanes, spans }, at, t) {
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
  const far = summarize(spans.slice(0, at + 1))
  const which = at === spans.length - 1 ? 'all' : 'far'
  return `${what} ${t(`${which}.${far.waited === 0 ? 'none' : 'some'}`, far)}`
}
