import { closing, closingListeners } from '../common/closing.js'

/**
 * What stays open until one of both sides ends it: an event stream, a
 * WebSocket.
 *
 * @typedef {object} Member
 * @property {(now: number) => void} beat called once a second, with the time
 *   in ms: the place for heartbeats and limits
 * @property {() => void} leave its server closes: it is to end by itself
 */
/** @typedef {{ socket: any }} Connected a request or a response */

/** How often members are looked at, in ms. */
const BEAT = 1000

/** The time of the last beat in ms, for those who needn't know it better. */
export const clock = { now: performance.now() }

/** @type {Map<Member, import('node:net').Server>} the server of each */
const servers = new Map()

/** @type {NodeJS.Timeout | undefined} one for all members */
let timer

/**
 * @param {Connected} connected
 * @param {Member} member
 */
export function join({ socket }, member) {
  servers.set(member, socket?.server)
  if (closing.has(socket?.server)) process.nextTick(() => member.leave())
  if (timer !== undefined) return
  clock.now = performance.now()
  // If the event loop was blocked, first hear what has come meanwhile.
  timer = setInterval(() => setImmediate(beat), BEAT).unref()
}

/** @param {Member} member that has ended */
export function part(member) {
  servers.delete(member)
  if (servers.size > 0) return
  clearInterval(timer)
  timer = undefined
}

function beat() {
  clock.now = performance.now()
  for (const member of servers.keys()) member.beat(clock.now)
}

closingListeners.add((closed) => {
  for (const [member, server] of servers) {
    if (server === closed) member.leave()
  }
})
