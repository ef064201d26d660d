import { jsonOf } from '../http/write-json.js'
import { eventText } from './event-text.js'

/** @import { EventFields } from './event-text.js' */
/** @import { events } from './events.js' */
/** @import { WebSocket } from './web-socket.js' */

/** @typedef {ReturnType<typeof events> | WebSocket} Member */

/** @type {WeakMap<Member, Set<Room>>} where each member is */
const rooms = new WeakMap()

/** Event streams and WebSockets that are told the same. */
export class Room {
  /** @type {Set<Member>} */
  #members = new Set()

  /** How many members there are. */
  get size() {
    return this.#members.size
  }

  /** Adds a member. @param {Member} member stays until its connection ends */
  add(member) {
    if (member.isClosed) return
    this.#members.add(member)
    const joined = rooms.get(member) ?? new Set()
    joined.add(this)
    if (rooms.has(member)) return
    rooms.set(member, joined)
    member.closed.then(() => {
      for (const room of joined) room.delete(member)
    })
  }

  /** Removes a member. @param {Member} member whose connection stays */
  delete(member) {
    this.#members.delete(member)
    rooms.get(member)?.delete(this)
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
      if ('sendText' in member) member.sendText(event)
      else {
        const { windowBits, frameOf } = member.packing
        frames[windowBits] ??= frameOf(text)
        member.sendFrame(frames[windowBits])
      }
    }
  }

  /** Ends all connections. Clients that want to, come back. */
  close() {
    for (const member of this.#members) member.close()
  }
}
