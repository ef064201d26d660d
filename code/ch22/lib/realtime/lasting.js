import { closingListeners } from '../common/closing.js'

/**
 * What stays open until one of both sides ends it: an event stream, a
 * WebSocket.
 *
 * @typedef {object} Member
 * @property {Set<any>} [rooms] that it is in
 * @property {() => void} beat called once a second
 * @property {() => void} leave its server closes: it is to end by itself
 */
/** @typedef {{ socket: any }} Connected a request or a response */

/** @type {Map<Member, import('node:net').Server>} the server of each */
const servers = new Map()

/**
 * @param {Connected} connected
 * @param {Member} member
 */
export const join = ({ socket }, member) => servers.set(member, socket?.server)

/** @param {Member} member that has ended */
export function part(member) {
  servers.delete(member)
  for (const room of member.rooms ?? []) room.delete(member)
}

function beat() {
  for (const member of servers.keys()) member.beat()
}

// If the event loop was blocked, first hear what has come meanwhile.
setInterval(() => setImmediate(beat), 1000).unref()

closingListeners.add((closed) => {
  for (const [member, server] of servers) {
    if (server === closed) member.leave()
  }
})
