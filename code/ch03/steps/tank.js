/**
 * @typedef {object} Tank the buffer between a producer and a consumer
 * @property {number} level bytes in it
 * @property {boolean} needsDrain whether `write` has returned false since
 *   the last `drain`
 */
/**
 * @typedef {object} Rates
 * @property {number} produced bytes that the producer has per tick
 * @property {number} consumed bytes that the consumer takes per tick
 * @property {number} highWaterMark bytes from which `write` returns false
 * @property {boolean} honours whether the producer stops when told to
 */

/** @returns {Tank} */
export const emptyTank = () => ({ level: 0, needsDrain: false })

/**
 * One tick: the producer writes, unless it waits, and the consumer takes.
 *
 * @param {Tank} tank
 * @param {Rates} rates
 * @returns {{ tank: Tank, events: string[], high: number }} what happened, in
 *   order, and how much was in the tank before the consumer took
 */
export function step(tank, { produced, consumed, highWaterMark, honours }) {
  const events = []
  let { level, needsDrain } = tank
  if (!(honours && needsDrain)) {
    level += produced
    const isFull = level >= highWaterMark
    needsDrain ||= isFull
    events.push(`write ${!isFull}`)
  }
  const high = level
  level = Math.max(0, level - consumed)
  if (level === 0 && needsDrain) {
    needsDrain = false
    events.push('drain')
  }
  return { tank: { level, needsDrain }, events, high }
}
