/**
 * What the engine takes from `node:net`, for a page: a browser knows an address
 * of IPv6 between brackets.
 *
 * @param {string} text
 */
export const isIPv6 = (text) =>
  /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]/`)
