import { receiveMessageOnPort } from 'node:worker_threads'

/** @import { MessagePort } from 'node:worker_threads' */
/** @import { Claims } from '../lib/workers/claims.js' */

/** @param {MessagePort} port @param {Claims} claims */
export function nextMessage(port, claims) {
  const received = receiveMessageOnPort(port)
  if (received !== undefined) return received
  const heard = claims.wakeUps
  claims.sleep(heard, Infinity)
  return receiveMessageOnPort(port)
}
