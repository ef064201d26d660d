import { jsonOf } from '../http/write-json.js'
import { packedFrameOf } from './deflate.js'
import { eventText } from './event-text.js'
import { frameOf } from './frames.js'
import { OPEN } from './sender.js'

/** @import { EventFields } from './event-text.js' */
/** @import { events } from './events.js' */
/** @import { WebSocket } from './web-socket.js' */

/** @typedef {ReturnType<typeof events> | WebSocket} Member */

/** Event streams and WebSockets that are told the same. */
export class Room {
  /** @type {Set<Member>} */
  #members = new Set()
  /** @type {WeakSet<Member>} those whose end is awaited */
  #known = new WeakSet()

  get size() {
    return this.#members.size
  }

  /** @param {Member} member that stays until its connection ends */
  add(member) {
    const isStream = 'sendText' in member
    if (isStream ? member.isClosed : member.readyState > OPEN) return
    this.#members.add(member)
    if (this.#known.has(member)) return
    this.#known.add(member)
    const leave = () => this.delete(member)
    if (isStream) member.closed.then(leave)
    else member.addEventListener('close', leave)
  }

  /** @param {Member} member whose connection stays */
  delete(member) {
    this.#members.delete(member)
  }

  /**
   * Tells all members. What they get is written once for each kind of member. A
   * member that is too slow is treated by its own limit.
   *
   * @param {unknown} data a string as it is, anything else as JSON
   * @param {EventFields} [fields] for event streams
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION, ERR_VELOCY_NO_JSON
   */
  send(data, fields) {
    const text = typeof data === 'string' ? data : jsonOf(data)
    const event = eventText(text, fields)
    /** @type {(string | Buffer)[]} by the window of their compression */
    const frames = []
    for (const member of this.#members) {
      if ('sendText' in member) {
        member.sendText(event)
        continue
      }
      const bits = member.windowBits
      frames[bits] ??= bits > 0 ? packedFrameOf(text, bits) : frameOf(text)
      member.sendFrame(frames[bits])
    }
  }

  /** Ends all connections. Clients that want to, come back. */
  close() {
    for (const member of this.#members) member.close()
  }
}
