/**
 * Makes text of what would be markup, in HTML's text and in attributes with
 * quotation marks around them. It's no help in a script, or in a `style`.
 *
 * @param {unknown} text
 */
export const escapeHtml = (text) =>
  String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
