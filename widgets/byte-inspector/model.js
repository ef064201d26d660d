import { keepsAlive, refusal } from '../../code/ch01/lib/http/connection.js'
import {
  parseRequestHead,
  requestParts,
} from '../../code/ch01/lib/http/request-head.js'

/** @import { Part, RequestError } from '../../code/ch01/lib/http/request-head.js' */

/**
 * @typedef {object} SeenRequest
 * @property {number} start offset of its first byte
 * @property {number} end offset after the last byte that was looked at
 * @property {'incomplete' | 'complete' | 'invalid' | 'refused'} state
 * @property {string} method '' until it is known for sure
 * @property {string} target
 * @property {number} fields how many lines of fields have ended
 * @property {boolean} keepsAlive meant only when it is complete
 * @property {RequestError | null} error
 *
 * @typedef {{ kind: string, start: number, end: number }} Segment a part, or
 *   `unread`: bytes that arrived and are not part of anything yet, or
 *   `waiting`: bytes that have not arrived
 */

/**
 * @param {string} text with any line ends
 * @param {boolean} crlf whether lines end in CR LF, or in LF alone
 * @returns {Uint8Array}
 */
export function toBytes(text, crlf) {
  const lines = text.replaceAll('\r\n', '\n')
  return new TextEncoder().encode(crlf ? lines.replaceAll('\n', '\r\n') : lines)
}

/**
 * What a server knows when the first `arrived` bytes are there.
 *
 * @param {Uint8Array} bytes
 * @param {number} arrived
 * @returns {{ requests: SeenRequest[], segments: Segment[] }}
 */
export function inspect(bytes, arrived) {
  const seen = bytes.subarray(0, arrived)
  /** @type {SeenRequest[]} */
  const requests = []
  /** @type {Part[]} */
  const parts = []
  let offset = 0
  while (offset < arrived) {
    const request = readRequest(seen, offset, parts)
    requests.push(request)
    if (request.state !== 'complete') break
    offset = request.end
  }
  return { requests, segments: fillGaps(parts, arrived, bytes.length) }
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {Part[]} allParts to which the request's are added
 * @returns {SeenRequest}
 */
function readRequest(bytes, start, allParts) {
  const { parts, error, bodyStart } = requestParts(bytes, start)
  allParts.push(...parts)
  /** @type {SeenRequest} */
  const request = {
    start,
    end: bytes.length,
    state: error ? 'invalid' : 'incomplete',
    ...certain(bytes, parts),
    keepsAlive: false,
    error,
  }
  const head = parseRequestHead(bytes, start)
  if (bodyStart === -1 || !head || head.error) return request
  const refused = refusal(head)
  return {
    ...request,
    end: bodyStart,
    state: refused ? 'refused' : 'complete',
    keepsAlive: keepsAlive(head),
    error: refused,
  }
}

/**
 * A part may go on in the next packet until what ends it has arrived.
 *
 * @param {Uint8Array} bytes
 * @param {Part[]} parts
 */
function certain(bytes, parts) {
  const known = { method: '', target: '', fields: 0 }
  parts.forEach(({ kind }, i) => {
    const before = parts[i - 1]
    if (kind === 'space' && before) {
      const name = before.kind === 'method' ? 'method' : 'target'
      known[name] = String.fromCharCode(
        ...bytes.subarray(before.start, before.end),
      )
    }
    const inField = ['colon', 'whitespace', 'field-value']
    if (kind === 'line-end' && before && inField.includes(before.kind)) {
      known.fields += 1
    }
  })
  return known
}

/**
 * @param {Part[]} parts in order
 * @param {number} arrived
 * @param {number} total
 * @returns {Segment[]} that cover all bytes
 */
function fillGaps(parts, arrived, total) {
  /** @type {Segment[]} */
  const segments = []
  let position = 0
  for (const part of parts) {
    if (part.start > position) {
      segments.push({ kind: 'unread', start: position, end: part.start })
    }
    segments.push(part)
    position = part.end
  }
  if (arrived > position) {
    segments.push({ kind: 'unread', start: position, end: arrived })
  }
  if (total > arrived) {
    segments.push({ kind: 'waiting', start: arrived, end: total })
  }
  return segments
}
