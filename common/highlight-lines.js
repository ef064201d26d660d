/**
 * An element that spans several lines is closed at the end of each and opened
 * again on the next, so that every line stands alone.
 *
 * @param {string} html what highlight.js makes of a file
 * @returns {string[]} HTML, one entry per line
 */
export function highlightedLines(html) {
  /** @type {string[]} */
  const open = []
  return html.split('\n').map((line) => {
    const before = open.join('')
    for (const [tag] of line.matchAll(/<span[^>]*>|<\/span>/g)) {
      if (tag === '</span>') open.pop()
      else open.push(tag)
    }
    return before + line + '</span>'.repeat(open.length)
  })
}
