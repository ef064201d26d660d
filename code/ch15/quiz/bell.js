import { receiveMessageOnPort } from 'node:worker_threads'

/** @import { MessagePort } from 'node:worker_threads' */

/**
 * @param {MessagePort} port
 * @param {Int32Array} bell one cell, to which the sender adds 1 after each
 *   message, and then wakes the thread that sleeps on it
 */
export function nextMessage(port, bell) {
  const received = receiveMessageOnPort(port)
  if (received !== undefined) return received
  const heard = Atomics.load(bell, 0)
  Atomics.wait(bell, 0, heard)
  return receiveMessageOnPort(port)
}
