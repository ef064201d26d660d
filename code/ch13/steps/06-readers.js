/** @typedef {(head: string, rest: string) => number} BodyLength */

/** @type {BodyLength} */
export function byLength(head) {
  return Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
}

/** @type {BodyLength} */
export function byChunks(head, rest) {
  if (!/^transfer-encoding: chunked/im.test(head)) return byLength(head, rest)
  let end = 0
  for (let size = 1; size > 0; ) {
    size = Number.parseInt(rest.slice(end), 16)
    end = rest.indexOf('\r\n', end) + 2 + size + 2
  }
  return end
}

/** @type {(bytes: string, bodyLength: BodyLength) => [head: string, body: string][]} */
export function requestsIn(bytes, bodyLength) {
  const bodyStart = bytes.indexOf('\r\n\r\n') + 4
  if (bodyStart < 4) return []
  const head = bytes.slice(0, bodyStart)
  const end = bodyStart + bodyLength(head, bytes.slice(bodyStart))
  const request = /** @type {const} */ ([head, bytes.slice(bodyStart, end)])
  return [[...request], ...requestsIn(bytes.slice(end), bodyLength)]
}
