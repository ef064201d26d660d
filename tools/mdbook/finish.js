/** What is done to every HTML page after mdBook has written it. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from '../lib/paths.js'
import { fill, sourceLanguage } from '../manuscript/languages.js'
import { escapeHtml } from './html.js'
import { editUrl } from './repository.js'
import { strings } from './strings.js'

/** Pages that mdBook makes itself, without a twin to switch to. */
const withoutSwitch = new Set(['404.html', 'toc.html'])

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
 * The address of the same page in another language, from this page.
 *
 * @param {string} page e.g. `ch01-web-server/bytes.html`
 * @param {string} from the language of this page
 * @param {string} to
 */
function alternate(page, from, to) {
  const prefix = from === sourceLanguage.code ? '' : '../'
  const up = '../'.repeat(page.split('/').length - 1)
  const folder = to === sourceLanguage.code ? '' : `${to}/`
  return `${up}${prefix}${folder}${page}`
}

/**
 * Search engines want whole addresses, which only a deployment knows
 * (`SITE_URL`); elsewhere they are relative.
 *
 * @param {string} page
 * @param {string} language
 * @param {{ code: string }[]} languages
 */
function alternateLinks(page, language, languages) {
  const base = process.env.SITE_URL?.replace(/\/$/, '')
  /** @param {string} code */
  const address = (code) =>
    base
      ? `${base}/${code === sourceLanguage.code ? '' : `${code}/`}${page}`
      : alternate(page, language, code)
  const links = languages.map(
    ({ code }) =>
      `<link rel="alternate" hreflang="${code}" href="${address(code)}">`,
  )
  links.push(
    `<link rel="alternate" hreflang="x-default" href="${address(sourceLanguage.code)}">`,
  )
  return links.join('\n        ')
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

/**
 * @param {string} html outside the page's own text
 * @param {string} language
 */
function translateInterface(html, language) {
  let text = html
  for (const original of Object.keys(strings(language).mdbook)) {
    text = translateOne(language, original, text, (one) => `"${one}"`)
    text = translateOne(language, original, text, (one) => `>${one}<`)
  }
  return text
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
 * @param {string} html as mdBook wrote it
 * @param {object} options
 * @param {string} options.page path below the language's folder
 * @param {string} options.language
 * @param {{ code: string, name: string, dir: string }[]} options.languages
 * @returns {string}
 */
export function finishPage(html, { page, language, languages }) {
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
  let text = editLink(before + main + after, language)
  if (page === 'toc.html') return text
  const up = /const path_to_root = "([^"]*)"/.exec(text)?.[1] ?? ''
  if (!withoutSwitch.has(page)) {
    text = text
      .replace(
        '</head>',
        () => `    ${alternateLinks(page, language, languages)}\n    </head>`,
      )
      .replace(
        '<div class="right-buttons">',
        (whole) => whole + languageSwitch(page, language, languages),
      )
  }
  const scripts = [`${up}site.js`]
  if (language !== sourceLanguage.code) scripts.push(`${up}search-terms.js`)
  return text.replace(
    '</body>',
    () =>
      `${scripts.map((src) => `    <script src="${src}"></script>\n`).join('')}    </body>`,
  )
}
