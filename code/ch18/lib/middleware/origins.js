/**
 * An origin as browsers send it: without a path, a default port, capitals.
 *
 * @param {unknown} text
 */
function isOrigin(text) {
  const url = typeof text === 'string' ? URL.parse(text) : null
  return url !== null && `${url.protocol}//${url.host}` === text
}

/** Option of csrf and cors. @type {import('../common/options.js').Rule} */
export const ORIGINS = {
  expected: "an array of origins, such as ['https://shop.example']",
  allows: (origins) => Array.isArray(origins) && origins.every(isOrigin),
}
