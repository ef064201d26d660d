/** What is done to every HTML page after mdBook has written it. */
import { fill, sourceLanguage } from '../book-model/languages.js'
import { addressOf } from './address.js'
import { foldContents } from './contents.js'
import { crumbsHtml } from './crumbs.js'
import { changelogPage } from './feed.js'
import { descriptionOf, folderOf, socialFields, titleOfPage } from './head.js'
import { escapeHtml } from './html.js'
import { translateInterface, translateMain } from './interface.js'
import { alternate } from './languages.js'
import { notFoundHtml } from './not-found.js'
import { placeOf } from './place.js'
import { addReports } from './report.js'
import { editUrl } from './repository.js'
import { strings } from './strings.js'
import { widgetStyles } from './styles.js'

/**
 * @typedef {object} Site what is the same for all of its pages
 * @property {{ code: string, name: string, dir: string }[]} languages
 * @property {string | null} address without a closing slash; null where nobody
 *   has said where the site will stand
 * @property {(language: string) => string} picture the file name of the
 *   language's picture for cards, at the top of the site
 * @property {boolean} hasFeed whether there is a page of changes
 */

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
 * @param {string} html with the head of a page
 * @param {{ title: string, description: string }} words
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
 * @typedef {object} Parts of a page
 * @property {string} before `<main>`
 * @property {string} main the page's own text, with its opening tag
 * @property {string} after
 */
/**
 * @typedef {object} Options
 * @property {string} page path below the language's folder
 * @property {string} language
 * @property {Site} site
 */

/**
 * @param {string} html as mdBook wrote it
 * @param {string} language
 * @returns {Parts} in the words of the language
 */
function partsOf(html, language) {
  const start = html.indexOf('<main>')
  const end = html.indexOf('</main>')
  const before = start === -1 ? html : html.slice(0, start)
  const main = start === -1 ? '' : html.slice(start, end)
  const after = start === -1 ? '' : html.slice(end)
  if (language === sourceLanguage.code) return { before, main, after }
  return {
    before: translateInterface(before, language),
    main: translateMain(main, language),
    after: translateInterface(after, language),
  }
}

/**
 * The page of an address that doesn't exist: it has no twin, so the language
 * switch leads to the first page.
 *
 * @param {Parts} parts
 * @param {Options} options
 */
function finishNotFound({ before, after }, { language, site }) {
  const { notFound, bookTitle } = strings(language)
  const words = {
    title: `${notFound.title} · ${bookTitle}`,
    description: notFound.text,
  }
  return {
    before: withSwitch(withWords(before, words), 'index.html', language, site),
    main: `<main>\n${notFoundHtml(language, site.languages)}`,
    after,
  }
}

/**
 * @param {string} before
 * @param {string} page
 * @param {string} language
 * @param {Site} site
 */
const withSwitch = (before, page, language, { languages }) =>
  before.replace(
    '<div class="right-buttons">',
    (whole) => whole + languageSwitch(page, language, languages),
  )

/**
 * @param {Parts} parts of a page that SUMMARY.md lists
 * @param {Options} options
 * @param {import('./place.js').Place} place
 * @param {string} up
 * @returns {Parts & { fields: string[] }} fields: elements for the head
 */
function finishPlaced({ before, main, after }, options, place, up) {
  const { page, language, site } = options
  const { languages, address, hasFeed } = site
  const t = strings(language)
  const description = descriptionOf(main) || t.bookDescription
  const title = titleOfPage(place, language)
  const picture = site.picture(language)
  const fields = socialFields({
    page,
    place,
    language,
    languages,
    description,
    address,
    picture,
  })
  let text = addReports(main, place, language)
  if (address !== null && hasFeed) {
    const { field, line } = feedLinks(page, up, t)
    fields.push(field)
    text = text.replace('</h1>\n', (whole) => whole + line)
  }
  return {
    before:
      withWords(before, { title, description }) +
      crumbsHtml(place, language, up),
    main: text,
    after,
    fields,
  }
}

/**
 * The contents for readers without JavaScript: mdBook's page, and not made
 * from our template.
 *
 * @param {string} html
 */
const oneSheet = (html) =>
  html
    .replaceAll(/ *<link rel="stylesheet"[^>]*>\n/g, '')
    .replace(
      '</head>',
      () => '    <link rel="stylesheet" href="css/book.css">\n    </head>',
    )

const paperSheet = /<link rel="stylesheet" href="[^"]*css\/print\.css"/

/** @param {string} html as mdBook wrote it @param {Options} options */
export function finishPage(html, options) {
  const { page, language, site } = options
  const parts = partsOf(html, language)
  if (page === 'toc.html') return oneSheet(foldContents(parts.before))
  const up = /const path_to_root = "([^"]*)"/.exec(parts.before)?.[1] ?? ''
  if (page === '404.html') {
    const { before, main, after } = finishNotFound(parts, options)
    return before + main + after
  }
  const place = placeOf(page, language)
  const { before, main, after, fields } = place
    ? finishPlaced(parts, options, place, up)
    : { ...parts, fields: [] }
  const head = [...alternateLinks(page, language, site), ...fields]
  const whole = withSwitch(before, page, language, site)
    .replace(paperSheet, (link) => widgetStyles(main, up) + link)
    .replace('</head>', () => `    ${head.join('\n        ')}\n    </head>`)
  return (whole + main + after).replace(
    /href="[^"]*\/edit\/main\/src\/[^"]+"/,
    (link) => (place ? `href="${editUrl(place.source)}"` : link),
  )
}
