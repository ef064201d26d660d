import { jsonOf } from '../http/write-json.js'
import { eventText } from './events.js'

/** @import { EventFields } from './events.js' */
/** @import { events } from './events.js' */
/** @import { WebSocket } from './web-socket.js' */

/** @typedef {ReturnType<typeof events> | WebSocket} Member */

/**
 * A Set of event streams and WebSockets that are told the same. It has `add`,
 * `delete` and `size`, and loses a member whose connection ends.
 *
 * @extends {Set<Member>}
 */
export class Room extends Set {
  /** Adds a member. @param {Member} member stays until its connection ends */
  add(member) {
    if (member.isClosed) return this
    member.rooms ??= new Set()
    member.rooms.add(this)
    return super.add(member)
  }

  /** Removes a member. @param {Member} member whose connection stays */
  delete(member) {
    member.rooms?.delete(this)
    return super.delete(member)
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
    /** @type {Map<Function, string>} by what has encoded it */
    const encoded = new Map([[eventText, eventText(text, fields)]])
    for (const member of this) {
      const sent = encoded.get(member.encode) ?? member.encode(text)
      encoded.set(member.encode, sent)
      member.sendEncoded(sent)
    }
  }
}
