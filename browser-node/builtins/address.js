/** Addresses, as node:net tells them apart. */

const V4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/

/** @param {unknown} text */
export const isIPv4 = (text) =>
  V4.test(`${text}`) && !/(?:^|\.)0\d/.test(`${text}`)

/** @param {unknown} text */
export function isIPv6(text) {
  const [address, zone] = `${text}`.split('%')
  if (zone === '' || !address.includes(':')) return false
  const mapped = /^(.*:)([^:]*\..*)$/.exec(address)
  if (mapped && !isIPv4(mapped[2])) return false
  const groups = mapped ? `${mapped[1]}0:0` : address
  // The rest is as the URL standard has it.
  return /^[\da-f:]+$/i.test(groups) && URL.canParse(`http://[${groups}]/`)
}

/** @param {unknown} text */
export function isIP(text) {
  if (isIPv4(text)) return 4
  return isIPv6(text) ? 6 : 0
}
