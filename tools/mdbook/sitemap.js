/** sitemap.xml: each page in each language, for search engines. */
import { sourceLanguage } from '../book-model/languages.js'
import { addressOf } from './address.js'
import { folderOf } from './head.js'
import { escapeHtml } from './html.js'

/**
 * @param {string} address of the site
 * @param {string[]} pages below the folder of a language
 * @param {{ code: string }[]} languages
 * @returns {string} https://www.sitemaps.org/protocol.html
 */
export function sitemap(address, pages, languages) {
  /** @param {string} page @param {string} code */
  const location = (page, code) =>
    escapeHtml(addressOf(address, folderOf(code), page))
  const entries = pages.flatMap((page) => {
    const twins = [
      ...languages.map(({ code }) => ({ name: code, code })),
      { name: 'x-default', code: sourceLanguage.code },
    ].map(
      ({ name, code }) =>
        `<xhtml:link rel="alternate" hreflang="${name}" href="${location(page, code)}"/>`,
    )
    return languages.map(
      ({ code }) =>
        `<url><loc>${location(page, code)}</loc>${twins.join('')}</url>`,
    )
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`
}
