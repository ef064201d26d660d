/** @import { Socket } from 'node:net' */

/**
 * What hears of a socket's events, by their names.
 *
 * @typedef {object} Listener
 * @property {(bytes: Buffer) => void} data
 * @property {() => void} end the client will send nothing more
 * @property {() => void} drain it has caught up
 * @property {() => void} closed
 */

/** Where a socket keeps its listener, so that all can share four functions. */
const LISTENER = Symbol('listener')

/** @typedef {Socket & { [LISTENER]: Listener }} Heard */

/**
 * @param {Socket} socket
 * @param {Listener} listener
 */
export function listenTo(socket, listener) {
  const heard = /** @type {Heard} */ (socket)
  heard[LISTENER] = listener
  socket.on('end', onEnd).on('drain', onDrain).on('close', onClose)
  socket.on('data', onData)
}

/** @this {Heard} @param {Buffer} bytes */
function onData(bytes) {
  this[LISTENER].data(bytes)
}

/** @this {Heard} */
function onEnd() {
  this[LISTENER].end()
}

/** @this {Heard} */
function onDrain() {
  this[LISTENER].drain()
}

/** @this {Heard} */
function onClose() {
  this[LISTENER].closed()
}
