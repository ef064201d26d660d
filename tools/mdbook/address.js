/**
 * Where the site will stand, without a closing slash. Only a deployment knows:
 * `SITE_URL` says it. Elsewhere it is null, and what needs it is left out.
 *
 * @throws {Error} of a SITE_URL that is no address of the web
 */
export function siteAddress() {
  const given = process.env.SITE_URL
  if (!given) return null
  if (URL.canParse(given) && /^https?:/.test(given)) {
    return given.replace(/\/+$/, '')
  }
  throw new Error(
    `SITE_URL: got ${given}, expected a whole address such as https://example.org/book`,
  )
}

/**
 * @param {string} address of the site
 * @param {string} folder of a language, '' for the one at the top
 * @param {string} file below that folder
 */
export const addressOf = (address, folder, file) =>
  [address, folder, file].filter((part) => part !== '').join('/')
