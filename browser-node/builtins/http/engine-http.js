/**
 * What the book's engine takes of node:http and of other built-ins, in the
 * place of its own `common/node-http.js`: see aliases.js.
 */
import { EventEmitter } from '../events.js'
import { METHODS, maxHeaderSize, STATUS_CODES } from './constants.js'

export const http = {
  METHODS,
  maxHeaderSize,
  STATUS_CODES,
  // Of which the engine calls `emit`.
  Server: EventEmitter,
}

/** node:async_hooks: no page follows what belongs to which request. */
export class AsyncResource {
  /**
   * @param {(...args: any[]) => unknown} run
   * @param {unknown} self
   * @param {...unknown} args
   */
  runInAsyncScope(run, self, ...args) {
    return run.apply(self, args)
  }
}

/** node:diagnostics_channel: no page has a tracer. */
export const channel = () => ({ hasSubscribers: false })
