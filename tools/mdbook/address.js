/**
 * Where the site will stand. Only a deployment knows: `SITE_URL` says it, or a
 * whole address in book.toml's `site-url`. Elsewhere there is none, and what
 * needs one is left out.
 */

/**
 * @param {string} [configured] `site-url` of book.toml
 * @returns {string | null} without a closing slash
 * @throws {Error} of a SITE_URL that is no address of the web
 */
export function siteAddress(configured = '') {
  const given = process.env.SITE_URL
  if (given && !isAddress(given)) {
    throw new Error(
      `SITE_URL: got ${given}, expected a whole address such as https://example.org/book`,
    )
  }
  const address = given || (isAddress(configured) ? configured : '')
  return address === '' ? null : address.replace(/\/+$/, '')
}

/** @param {string} text */
function isAddress(text) {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/**
 * @param {string} address of the site
 * @param {string} folder of a language, '' for the one at the top
 * @param {string} file below that folder
 */
export const addressOf = (address, folder, file) =>
  [address, folder, file].filter((part) => part !== '').join('/')
