/**
 * The style sheets of a page, each made of several: one that the page waits
 * for, one for pages with something to act on, and one for paper.
 */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { root } from '../lib/paths.js'

/** mdBook's own come first; the names of its files end with a hash. */
const fromMdbook = ['css/variables', 'css/general', 'css/chrome', 'fonts/fonts']

/** What of theme/css/ each sheet is made of, in this order. */
const sheets = {
  'book.css': ['book', 'listing', 'drawing', 'playground', 'dialog', 'face'],
  'widgets.css': ['widgets'],
  'print.css': ['print'],
}

/** What mdBook writes beside them, and no page of this book asks for. */
const unused =
  /^(?:css\/(?:variables|general|chrome|print)|fonts\/fonts|highlight|tomorrow-night|ayu-highlight|clipboard)-[0-9a-f]{8}(?:\.min)?\.(?:css|js)$/

/** What `widgets.css` is for. */
const actedOn = /<[^>]* (?:data-widget=|class="(?:quiz|exercise)\b)/

/** @param {string} folder @returns {string[]} files below it */
const filesIn = (folder) =>
  ['', 'css', 'fonts'].flatMap((name) =>
    readdirSync(path.join(folder, name)).map((file) =>
      path.posix.join(name, file),
    ),
  )

/**
 * @param {string} folder that mdBook has built into
 * @returns {Promise<Map<string, string>>} minified, by name
 * @throws {Error} when mdBook's sheets are not as expected
 */
export async function bundleStyles(folder) {
  const { transform } = await import('esbuild')
  const files = filesIn(folder)
  const own = fromMdbook.map((name) => {
    const file = files.find(
      (one) => /-[0-9a-f]{8}\.css$/.test(one) && one.startsWith(`${name}-`),
    )
    if (file === undefined) {
      throw new Error(`mdBook wrote no ${name}-….css into ${folder}`)
    }
    return readFileSync(path.join(folder, file), 'utf8')
  })
  /** @type {Map<string, string>} */
  const bundled = new Map()
  for (const [sheet, names] of Object.entries(sheets)) {
    const texts = names.map((name) =>
      readFileSync(path.join(root, 'theme/css', `${name}.css`), 'utf8'),
    )
    if (sheet === 'book.css') texts.unshift(...own)
    const { code } = await transform(texts.join('\n'), {
      loader: 'css',
      minify: true,
      charset: 'utf8',
    })
    bundled.set(sheet, code)
  }
  return bundled
}

/**
 * @param {string} folder that mdBook has built into
 * @param {Map<string, string>} styles
 */
export function writeStyles(folder, styles) {
  for (const file of filesIn(folder)) {
    if (unused.test(file)) rmSync(path.join(folder, file))
  }
  mkdirSync(path.join(folder, 'css'), { recursive: true })
  for (const [name, text] of styles) {
    writeFileSync(path.join(folder, 'css', name), text)
  }
}

/**
 * @param {string} main HTML of a page's own text
 * @param {string} up from the page to the top of the language's folder
 * @returns {string} HTML for the head; '' for a page that needs no more
 */
export const widgetStyles = (main, up) =>
  actedOn.test(main)
    ? `<link rel="stylesheet" href="${up}css/widgets.css">\n        `
    : ''
