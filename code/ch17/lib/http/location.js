/** What a URI may hold as it is, and `%`, which begins an escape (RFC 3986 §2). */
const NO_URI = /[^\w\-.~:/?#[\]@!$&'()*+,;=%]+/g

/**
 * The value of Location for a redirect (RFC 9110 §10.2.2). What may not stand
 * in a URI is escaped: a line break would begin a field of somebody else's, and
 * browsers take a backslash for a slash and drop tabs. A path that begins with
 * two slashes stays a path; who means another host names its scheme.
 *
 * @param {string | URL} url absolute, or relative to the one of the request
 * @returns {string} ASCII
 */
export function locationOf(url) {
  // Escapes move the end of a host: `http://a\@b` leads to a, and
  // `http://a%5C@b` to b. So an absolute URL is read as a browser does it.
  const isKnown = isAbsolute(url)
  const known = isKnown ? new URL(url).href : String(url)
  const location = known.toWellFormed().replace(NO_URI, encodeURIComponent)
  // What led nowhere must not lead somewhere now: `https:<\@b` is a path.
  if (!isKnown && URL.canParse(location)) return `./${location}`
  // `//host` is the shortest way to another server; `/.//host` is a path.
  return location.startsWith('//') ? `/.${location}` : location
}

/**
 * Whether a URL says where it leads, wherever it stands. `http:a` does not: on
 * a page of http it is the path `a`, on another it is the host.
 *
 * @param {string | URL} url
 */
function isAbsolute(url) {
  if (!URL.canParse(url)) return false
  const { href, protocol } = new URL(url)
  return new URL(url, `${protocol}//x`).href === href
}
