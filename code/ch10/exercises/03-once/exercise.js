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
  /** @type {Map<string | undefined, unknown>} */
  const answers = new Map()
  return async (req) => {
    const key = req.headers['idempotency-key']?.toString()
    if (!answers.has(key)) {
      if (answers.size === most) answers.clear()
      answers.set(key, await handler(req))
    }
    return answers.get(key)
  }
}
