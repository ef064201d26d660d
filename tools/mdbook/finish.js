/** What is done to every HTML page after mdBook has written it. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fill, sourceLanguage } from '../book-model/languages.js'
import { root } from '../lib/paths.js'
import { addressOf } from './address.js'
import { foldContents } from './contents.js'
import { crumbsHtml } from './crumbs.js'
import { changelogPage } from './feed.js'
import { fontLinks } from './fonts.js'
import { descriptionOf, folderOf, socialFields, titleOfPage } from './head.js'
import { escapeHtml } from './html.js'
import { alternate } from './languages.js'
import { placeOf } from './place.js'
import { addReports } from './report.js'
import { editUrl } from './repository.js'
import { strings } from './strings.js'

/** Pages that mdBook makes itself, without a twin to switch to. */
const withoutSwitch = new Set(['404.html', 'toc.html'])

/**
 * @typedef {object} Site what is the same for all of its pages
 * @property {{ code: string, name: string, dir: string }[]} languages
 * @property {string | null} address without a closing slash; null where nobody
 *   has said where the site will stand
 * @property {(language: string) => string | null} picture the file name of the
 *   language's picture for cards, at the top of the site
 * @property {boolean} hasFeed whether there is a page of changes
 */

/** @type {Map<string, Set<string>>} strings that were found, by language */
const found = new Map()

/**
 * @param {string} language
 * @param {string} original
 */
function markFound(language, original) {
  const known = found.get(language) ?? new Set()
  known.add(original)
  found.set(language, known)
}

/** Shown only when a page uses them, so their absence says nothing. */
const optional = new Set(['Note', 'Tip', 'Important', 'Warning', 'Caution'])

/**
 * @param {string} language
 * @returns {string[]} mdBook's strings that no page or script held
 */
export function unusedStrings(language) {
  const known = found.get(language) ?? new Set()
  return Object.keys(strings(language).mdbook).filter(
    (original) => !known.has(original) && !optional.has(original),
  )
}

/**
 * Search engines want whole addresses; where there is none they are relative.
 *
 * @param {string} page
 * @param {string} language
 * @param {Site} site
 * @returns {string[]} elements for the head
 */
function alternateLinks(page, language, { languages, address }) {
  /** @param {string} code */
  const whereIs = (code) =>
    address === null
      ? alternate(page, language, code)
      : escapeHtml(addressOf(address, folderOf(code), page))
  const links = languages.map(
    ({ code }) =>
      `<link rel="alternate" hreflang="${code}" href="${whereIs(code)}">`,
  )
  links.push(
    `<link rel="alternate" hreflang="x-default" href="${whereIs(sourceLanguage.code)}">`,
  )
  return links
}

/**
 * @param {string} page
 * @param {string} language
 * @param {{ code: string, name: string }[]} languages
 */
function languageSwitch(page, language, languages) {
  return languages
    .filter(({ code }) => code !== language)
    .map(({ code, name }) => {
      // Read out in its own language, by those who look for it.
      const label = fill(strings(code).languageSwitch, { language: name })
      return `<a class="language-switch" lang="${code}" hreflang="${code}" href="${alternate(page, language, code)}" title="${escapeHtml(label)}" aria-label="${escapeHtml(`${name}: ${label}`)}">${escapeHtml(name)}</a>`
    })
    .join('')
}

/**
 * @param {string} language
 * @param {string} original
 * @param {string} text
 * @param {(text: string) => string} wrap how the string stands in the text
 */
function translateOne(language, original, text, wrap) {
  const before = wrap(original)
  if (!text.includes(before)) return text
  markFound(language, original)
  const translated = strings(language).mdbook[original]
  return text.split(before).join(wrap(translated))
}

/** @type {Map<string, RegExp>} what finds mdBook's strings, by language */
const interfacePatterns = new Map()

/** @param {string} language */
function interfacePattern(language) {
  const known = interfacePatterns.get(language)
  if (known) return known
  const any = Object.keys(strings(language).mdbook)
    .map((original) => original.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')
  const pattern = new RegExp(`(?<=")(?:${any})(?=")|(?<=>)(?:${any})(?=<)`, 'g')
  interfacePatterns.set(language, pattern)
  return pattern
}

/**
 * @param {string} html outside the page's own text
 * @param {string} language
 */
function translateInterface(html, language) {
  const translated = strings(language).mdbook
  return html.replace(interfacePattern(language), (original) => {
    markFound(language, original)
    return translated[original]
  })
}

/**
 * @param {string} script mdBook's book.js or searcher.js
 * @param {string} language
 */
export function translateScript(script, language) {
  let text = script
  for (const original of Object.keys(strings(language).mdbook)) {
    text = translateOne(
      language,
      original,
      text,
      (one) => `'${one.replaceAll("'", "\\'")}'`,
    )
    // In the HTML that a script writes.
    text = translateOne(language, original, text, (one) => `="${one}"`)
  }
  return text
}

/**
 * @param {string} main the page's own text
 * @param {string} language
 * @param {string} page
 */
function translateMain(main, language, page) {
  let text = main
  for (const kind of optional) {
    text = translateOne(language, kind, text, (one) => `</svg>${one}</p>`)
  }
  return page === '404.html' ? translateInterface(text, language) : text
}

/**
 * The edit link leads to the file that the text came from.
 *
 * @param {string} html
 * @param {string} language
 */
function editLink(html, language) {
  return html.replace(
    /href="[^"]*\/edit\/main\/(src\/[^"]+)"/,
    (_, /** @type {string} */ source) => {
      const own = source.replace(/^src\//, `translations/${language}/`)
      const file = existsSync(path.join(root, own)) ? own : source
      return `href="${editUrl(file)}"`
    },
  )
}

/**
 * @param {string} html with the head of a page
 * @param {{ title: string, description: string }} words
 * @returns {string}
 */
const withWords = (html, { title, description }) =>
  html
    .replace(
      /<title>[\s\S]*?<\/title>/,
      () => `<title>${escapeHtml(title)}</title>`,
    )
    .replace(
      /<meta name="description" content="[^"]*">/,
      () => `<meta name="description" content="${escapeHtml(description)}">`,
    )

/**
 * The feed is named to feed readers on each page, and to people on the page
 * that it is made of.
 *
 * @param {string} page
 * @param {string} up
 * @param {Record<string, any>} t
 * @returns {{ field: string, line: string }} HTML
 */
function feedLinks(page, up, t) {
  const href = `${up}feed.xml`
  return {
    field: `<link rel="alternate" type="application/rss+xml" title="${escapeHtml(t.bookTitle)}" href="${href}">`,
    line:
      page === changelogPage
        ? `<p class="feed"><a href="${href}">${escapeHtml(t.feed)}</a></p>\n`
        : '',
  }
}

/**
 * @param {string} html as mdBook wrote it
 * @param {object} options
 * @param {string} options.page path below the language's folder
 * @param {string} options.language
 * @param {Site} options.site
 * @param {string[]} options.fonts that it wants first
 * @returns {string}
 */
export function finishPage(html, { page, language, site, fonts }) {
  const start = html.indexOf('<main>')
  const end = html.indexOf('</main>')
  let before = start === -1 ? html : html.slice(0, start)
  let main = start === -1 ? '' : html.slice(start, end)
  let after = start === -1 ? '' : html.slice(end)
  if (language !== sourceLanguage.code) {
    before = translateInterface(before, language)
    main = translateMain(main, language, page)
    after = translateInterface(after, language)
  }
  if (page === 'toc.html') return foldContents(before)
  const up = /const path_to_root = "([^"]*)"/.exec(before)?.[1] ?? ''
  if (page === '404.html') {
    const { bookTitle } = strings(language)
    main += `<p><a href="${up}index.html">${escapeHtml(bookTitle)}</a></p>\n`
  }
  /** @type {string[]} */
  const fields = []
  if (!withoutSwitch.has(page)) {
    fields.push(...alternateLinks(page, language, site))
    before = before.replace(
      '<div class="right-buttons">',
      (whole) => whole + languageSwitch(page, language, site.languages),
    )
  }
  const place = placeOf(page, language)
  if (place) {
    const t = strings(language)
    const description = descriptionOf(main) || t.bookDescription
    const title = titleOfPage(place, language)
    const { languages, address, hasFeed } = site
    fields.push(
      ...socialFields({
        page,
        place,
        language,
        languages,
        description,
        address,
        picture: site.picture(language),
      }),
    )
    main = addReports(main, place, language)
    if (address !== null && hasFeed) {
      const { field, line } = feedLinks(page, up, t)
      fields.push(field)
      main = main.replace('</h1>\n', (whole) => whole + line)
    }
    before = withWords(before, { title, description })
    before += crumbsHtml(place, language, up)
  }
  // Behind the page's base, if it has one.
  before = before.replace('<link rel="stylesheet"', (whole) =>
    [...fontLinks(fonts, up), whole].join('\n        '),
  )
  before = before.replace(
    '</head>',
    () => `    ${fields.join('\n        ')}\n    </head>`,
  )
  const scripts = [`${up}site.js`]
  if (language !== sourceLanguage.code) scripts.push(`${up}search-terms.js`)
  return editLink(before + main + after, language).replace(
    '</body>',
    () =>
      `${scripts.map((src) => `    <script src="${src}"></script>\n`).join('')}    </body>`,
  )
}
