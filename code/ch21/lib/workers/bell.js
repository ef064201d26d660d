import { AsyncResource } from 'node:async_hooks'
import { receiveMessageOnPort } from 'node:worker_threads'

/** @import { MessagePort } from 'node:worker_threads' */
/** @import { Runner } from './runner.js' */

/** The cell that counts how often the bell has rung. */
const BELL = 1

/** Wakes the thread if it waits for the bell. @param {Int32Array} cells */
export function ring(cells) {
  Atomics.add(cells, BELL, 1)
  Atomics.notify(cells, BELL)
}

/**
 * Lets a thread wait for its next task in `Atomics.wait`, which it leaves sooner
 * than the event loop. The loop turns once after each task, and stands still
 * while the thread waits.
 *
 * @param {Runner} runner
 * @param {MessagePort} port to the pool
 * @param {Int32Array} cells
 * @param {number} linger how long to wait at most, in ms
 */
export function listenForBell(runner, port, cells, linger) {
  // Bound, so that no task runs in the async context of the one before.
  const listen = AsyncResource.bind(() => {
    if (runner.isBusy) return
    const message = nextMessage(port, cells, linger)
    if (message !== undefined) runner.receive(message)
  })
  runner.onIdle = () => setImmediate(listen)
}

/**
 * @param {MessagePort} port
 * @param {Int32Array} cells
 * @param {number} linger
 */
function nextMessage(port, cells, linger) {
  // Before the port: a message that comes in between rings again.
  const heard = Atomics.load(cells, BELL)
  let received = receiveMessageOnPort(port)
  if (!received && Atomics.wait(cells, BELL, heard, linger) !== 'timed-out') {
    received = receiveMessageOnPort(port)
  }
  return received?.message
}
