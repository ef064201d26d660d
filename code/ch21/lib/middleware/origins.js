/**
 * Whether browsers would send it as an Origin: without a path, a default port
 * or capitals. A star would stand for itself, and for no other host.
 *
 * @param {unknown} text
 */
function isOrigin(text) {
  const { protocol, host = '*' } = URL.parse(String(text)) ?? {}
  return !host.includes('*') && `${protocol}//${host}` === text
}

/** Option of csrf and cors. @type {import('../common/options.js').Rule} */
export const ORIGINS = {
  expected: "an array of origins, such as ['https://shop.example']",
  allows: (origins) => Array.isArray(origins) && origins.every(isOrigin),
}
