import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The request that the code under way works for, across its callbacks and
 * promises. It's empty unless something has put a request into it.
 *
 * @type {AsyncLocalStorage<any>}
 */
export const current = new AsyncLocalStorage()
