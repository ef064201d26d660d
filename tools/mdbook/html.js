/**
 * @param {string | number} text
 * @returns {string} safe inside HTML text and quoted attributes
 */
export function escapeHtml(text) {
  return String(text)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
}

/**
 * HTML of several lines as one line of Markdown source: an HTML block must
 * hold no blank line, and the line feeds inside `<pre>` must survive.
 *
 * @param {string} html
 */
export function oneLine(html) {
  return html.replace(/\n/g, '&#10;')
}
