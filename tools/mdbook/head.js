/**
 * What the head of a page says of it: to a search engine, and to whoever is
 * sent its address and sees a card with a picture.
 */
import { fill, sourceLanguage } from '../book-model/languages.js'
import { addressOf } from './address.js'
import { escapeHtml } from './html.js'
import { strings } from './strings.js'

/** @typedef {import('./place.js').Place} Place */

/** How long a description is: what a list of results has room for. */
const [SHORTEST, LONGEST] = [70, 200]

/** @type {Record<string, string>} */
const entities = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
  '#x27': "'",
}

/** @param {string} html @returns {string} its text, on one line */
export const textOf = (html) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(#?\w+);/g, (whole, name) => entities[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim()

/**
 * A page's first sentences.
 *
 * @param {string} main HTML of the page's own text
 * @returns {string} '' when it has no paragraph
 */
export function descriptionOf(main) {
  const prose = main.replace(/<(figure|details)\b[\s\S]*?<\/\1>/g, '')
  let text = ''
  for (const [, paragraph] of prose.matchAll(/<p>([\s\S]*?)<\/p>/g)) {
    text = `${text} ${textOf(paragraph)}`.trim()
    if (text.length >= SHORTEST) break
  }
  return shortened(text)
}

/** @param {string} text */
function shortened(text) {
  if (text.length <= LONGEST) return text
  const start = text.slice(0, LONGEST)
  const sentence = /^[\s\S]*[.!?](?=\s)/.exec(start)?.[0] ?? ''
  if (sentence.length >= SHORTEST) return sentence
  return `${start.slice(0, start.lastIndexOf(' ')).replace(/[,;:]$/, '')} …`
}

/**
 * Every chapter has a page "Check yourself": the title says of which.
 *
 * @param {Place | null} place
 * @param {string} language
 */
export function titleOfPage(place, language) {
  const { bookTitle } = strings(language)
  if (!place || place.file === 'README.md') return bookTitle
  const { title, chapter, isFirst } = place
  const own = chapter && isFirst ? `${chapter.number}. ${title}` : title
  const above =
    chapter && !isFirst ? [`${chapter.number}. ${chapter.title}`] : []
  return [own, ...above, bookTitle].join(' · ')
}

/** @param {string} code of a language @returns {string} `pt_BR` */
function localeOf(code) {
  const { language, region } = new Intl.Locale(code).maximize()
  return `${language}_${region}`
}

/** @param {string} code of a language @returns {string} of its part of the site */
export const folderOf = (code) => (code === sourceLanguage.code ? '' : code)

/**
 * @param {object} options
 * @param {string} options.page below the language's folder
 * @param {Place | null} options.place
 * @param {string} options.language
 * @param {{ code: string }[]} options.languages all
 * @param {string} options.description
 * @param {string | null} options.address of the site
 * @param {string} options.picture file name at the top of the site
 * @returns {string[]} elements for the head
 */
export function socialFields({
  page,
  place,
  language,
  languages,
  description,
  address,
  picture,
}) {
  const t = strings(language)
  /** @param {string} name @param {string | number} content */
  const property = (name, content) =>
    `<meta property="${name}" content="${escapeHtml(content)}">`
  const fields = [
    property('og:type', page === 'index.html' ? 'website' : 'article'),
    property('og:site_name', t.bookTitle),
    property('og:title', ogTitle(place, t)),
    property('og:description', description),
    property('og:locale', localeOf(language)),
    ...languages
      .filter(({ code }) => code !== language)
      .map(({ code }) => property('og:locale:alternate', localeOf(code))),
  ]
  // A card is made elsewhere, where a relative address leads nowhere.
  if (address === null) return fields
  const own = escapeHtml(addressOf(address, folderOf(language), page))
  fields.push(
    `<link rel="canonical" href="${own}">`,
    `<meta property="og:url" content="${own}">`,
    property('og:image', addressOf(address, '', picture)),
    property('og:image:type', 'image/png'),
    property('og:image:width', 1200),
    property('og:image:height', 630),
    property('og:image:alt', fill(t.pictureAlt, { title: t.bookTitle })),
    '<meta name="twitter:card" content="summary_large_image">',
  )
  return fields
}

/**
 * On a card the book's name stands beside it.
 *
 * @param {Place | null} place
 * @param {Record<string, any>} t
 */
function ogTitle(place, t) {
  if (!place || place.file === 'README.md') return t.bookTitle
  const { title, chapter, isFirst } = place
  return chapter && !isFirst ? `${title} · ${chapter.title}` : title
}
