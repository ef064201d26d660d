import { createHash } from 'node:crypto'
import { VelocyError } from '../../lib/index.js'

/** @import { Request } from '../../lib/index.js' */

/**
 * Makes a handler that may be asked again. Requests with the same
 * Idempotency-Key have the same answer, and the order is placed once:
 *
 * - one without a key is a 400, and one whose key came with another body, a
 *   422;
 * - a request that comes while the first is under way waits for its answer;
 * - what failed is not remembered, and the next request tries again;
 * - only the newest keys are remembered.
 *
 * @param {(req: Request) => Promise<unknown>} handler returns its answer
 * @param {{ most: number }} options how many keys are remembered
 * @returns {(req: Request) => Promise<unknown>} a handler
 */
export function placeOnce(handler, { most }) {
  /** @type {Map<string, { body: string, answer: Promise<unknown> }>} */
  const known = new Map()
  return async (req) => {
    const key = req.headers['idempotency-key']?.toString()
    if (!key) {
      const message = 'There is no Idempotency-Key'
      throw new VelocyError('ERR_SHOP_NO_KEY', message, { status: 400 })
    }
    const body = createHash('sha256')
      .update(await req.bytes())
      .digest('hex')
    // From here to the end nothing is awaited: nobody comes in between.
    const before = known.get(key)
    if (before && before.body !== body) {
      const message = 'The Idempotency-Key came with another body before'
      throw new VelocyError('ERR_SHOP_KEY_REUSED', message, { status: 422 })
    }
    if (before) return before.answer
    const entry = { body, answer: handler(req) }
    known.set(key, entry)
    // The first key of a Map is the oldest.
    if (known.size > most) known.delete([...known.keys()][0])
    entry.answer.catch(() => {
      // It may be another's by now.
      if (known.get(key) === entry) known.delete(key)
    })
    return entry.answer
  }
}
