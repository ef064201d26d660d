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
  const elements = split(field)
  /** @type {string | undefined} */
  let client = peer
  while (client !== undefined && isTrusted(client) && elements.length > 0) {
    client = addressIn(elements.pop() ?? '')
  }
  return client
}

/**
 * Splits at commas, except those in quotation marks.
 *
 * @param {string} field
 */
function split(field) {
  const elements = ['']
  let isQuoted = false
  for (const character of field) {
    if (character === '"') isQuoted = !isQuoted
    if (character === ',' && !isQuoted) elements.push('')
    else elements[elements.length - 1] += character
  }
  return elements.map((element) => element.trim()).filter(Boolean)
}

/** @param {string} element */
function addressIn(element) {
  const [, node = ''] = /(?:^|;)for=("[^"]*"|[^;]*)/i.exec(element) ?? []
  const [, v6, v4] =
    /^"?(?:\[([\da-f:.]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\w+)?"?$/i.exec(node) ?? []
  return v6 ?? v4
}
