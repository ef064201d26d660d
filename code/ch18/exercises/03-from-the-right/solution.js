/**
 * Finds the client behind proxies that write Forwarded (RFC 7239). Each proxy
 * appends an element, such as `for=203.0.113.7;proto=https`, or
 * `for="[2001:db8::1]:4711"`: pairs with semicolons between them, whose values
 * are tokens or quoted strings. What a client has sent may be anything.
 *
 * @param {string} peer the address of the connection
 * @param {string} field the whole of Forwarded
 * @param {(address: string) => boolean} isTrusted whether it's a proxy of ours
 * @returns {string | undefined} the first address from the right that isn't
 *   trusted, without brackets and port; undefined if a trusted proxy has none
 */
export function clientOf(peer, field, isTrusted) {
  let rest = field
  /** @type {string | undefined} */
  let client = peer
  while (client !== undefined && isTrusted(client) && rest.trim() !== '') {
    const start = startOfLast(rest)
    client = addressIn(rest.slice(start).trim())
    rest = rest.slice(0, Math.max(start - 1, 0))
  }
  return client
}

const PAIR = /[\w-]+=(?:[^\s,;="\\]+|"(?:[^"\\]|\\.)*")/
const ELEMENT = new RegExp(`^\\s*${PAIR.source}(?:;${PAIR.source})*\\s*$`)

/**
 * An open quotation mark can't be seen from the left, but from the right there
 * is nothing in front of a proxy's element that could spoil it. So the last
 * element is the shortest piece behind a comma that is one.
 *
 * @param {string} field
 * @returns {number} where it begins; the end of the field, if it's malformed
 */
function startOfLast(field) {
  for (let end = field.length; end > 0; ) {
    const comma = field.lastIndexOf(',', end - 1)
    if (ELEMENT.test(field.slice(comma + 1))) return comma + 1
    end = comma
  }
  return field.length
}

/** @param {string} element */
function addressIn(element) {
  const [, node = ''] = /(?:^|;)for=("[^"]*"|[^;]*)/i.exec(element) ?? []
  const [, v6, v4] =
    /^"?(?:\[([\da-f:.]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\w+)?"?$/i.exec(node) ?? []
  return v6 ?? v4
}
