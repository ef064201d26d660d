#!/usr/bin/env node
/**
 * The second mdBook renderer of the book: `[output.site]` in book.toml. It
 * runs after the html renderer, builds every translation with mdBook itself
 * into book/html/<language>, and finishes the pages of all of them: language
 * switch, alternates, edit links, interface strings, search, our scripts.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { chapters, pages, siteFile } from '../book-model/chapters.js'
import { playgroundFiles } from '../book-model/playground-files.js'
import { buildWidgets } from '../bundle/build.js'
import { mdbookPath } from '../processes/toolchain.js'
import { foldContentsScript } from './contents.js'
import { changelogPage, feed } from './feed.js'
import { finishPage } from './finish.js'
import { folderOf } from './head.js'
import { translateInterface, unusedStrings } from './interface.js'
import { endSearch, writeIndex } from './search/search-index.js'
import { cardFile, siteOf, translationEnv } from './site.js'
import { sitemap } from './sitemap.js'
import { bundleStyles, writeStyles } from './styles.js'

/** @param {string} code of a language @param {string} destination */
async function buildTranslation(code, destination) {
  const html = {
    ...context.config.output.html,
    // Where its 404 page finds its own scripts.
    'site-url': `${context.config.output.html['site-url'] ?? '/'}${code}/`,
  }
  const env = {
    ...process.env,
    ...translationEnv(code),
    // Only the html renderer: this one must not run inside itself.
    MDBOOK_OUTPUT: JSON.stringify({ html }),
  }
  const child = spawn(
    process.env.MDBOOK ?? mdbookPath() ?? 'mdbook',
    ['build', context.root, '--dest-dir', destination],
    { env, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const [printed, [status]] = await Promise.all([
    readAll(child.stderr),
    once(child, 'close'),
  ])
  if (status === 0) return
  throw new Error(`the ${code} book was not built:\n${printed}`)
}

/**
 * @param {string} folder
 * @returns {string[]} the HTML pages below it, relative, but for redirects
 */
function htmlPages(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.html') && !(`/${file}` in redirects))
}

/** @param {string} file @param {(text: string) => string} change */
const rewrite = (file, change) =>
  writeFileSync(file, change(readFileSync(file, 'utf8')))

/**
 * @param {string} folder the language's part of the site
 * @param {RegExp} name
 */
function fileNamed(folder, name) {
  const found = readdirSync(folder).find((one) => name.test(one))
  if (found === undefined) throw new Error(`${folder} has no ${name.source}`)
  return path.join(folder, found)
}

/** @typedef {import('./site.js').Site} Site */

/**
 * What is made for those who are elsewhere, with whole addresses: sitemap,
 * feeds, pictures.
 *
 * @param {Site} site
 */
function writeForOthers({ languages, address, hasFeed }) {
  if (address === null) {
    console.error(
      'SITE_URL is not set, so these are left out: canonical addresses, cards with a picture, sitemap.xml, feed.xml',
    )
    return
  }
  const bookPages = pages().map(({ file }) => siteFile(file))
  writeFileSync(
    path.join(folder, 'sitemap.xml'),
    sitemap(address, bookPages, languages),
  )
  for (const { code } of languages) {
    const own = path.join(folder, folderOf(code))
    const card = cardFile(code)
    copyFileSync(card, path.join(folder, path.basename(card)))
    if (!hasFeed) continue
    const html = readFileSync(path.join(own, changelogPage), 'utf8')
    writeFileSync(path.join(own, 'feed.xml'), feed(html, address, code))
  }
}

/**
 * Our browser code, bundled (site.js, widgets/*.js, playground/*.js), and the
 * files of each chapter for programs in the page (playground/chNN.json).
 */
async function writeBrowserCode() {
  await buildWidgets(folder)
  for (const { id, codeDir } of chapters()) {
    if (!existsSync(codeDir)) continue
    const content = { chapter: id, files: playgroundFiles(codeDir) }
    const file = path.join(folder, 'playground', `${id}.json`)
    writeFileSync(file, JSON.stringify(content))
  }
}

/** @param {string} own a translation's part of the site @param {string} code */
function finishTranslation(own, code) {
  for (const name of ['site.js', 'widgets', 'playground']) {
    const [from, to] = [folder, own].map((one) => path.join(one, name))
    cpSync(from, to, { recursive: true })
  }
  rewrite(fileNamed(own, /^book-.*\.js$/), (script) =>
    translateInterface(script, code),
  )
  const unused = unusedStrings(code)
  if (unused.length === 0) return
  throw new Error(
    `mdBook's pages no longer hold these strings, so they stay English in ${code}: ${unused.map((one) => `"${one}"`).join(', ')}; correct "mdbook" in tools/mdbook/strings.en.json and in the translations`,
  )
}

const context = JSON.parse(await readAll(process.stdin))
const folder = path.join(path.dirname(context.destination), 'html')
const redirects = context.config.output?.html?.redirect ?? {}
const serving =
  process.env.BOOK_IS_SERVED ??
  context.config.output?.html?.['live-reload-endpoint']
const site = siteOf()

/**
 * @param {string} code of a language
 * @param {Promise<[Map<string, string>, void]>} shared
 */
async function makeLanguage(code, shared) {
  const own = path.join(folder, folderOf(code))
  if (own !== folder) await buildTranslation(code, own)
  const finished = htmlPages(own).map((page) => {
    const file = path.join(own, page)
    const before = readFileSync(file, 'utf8')
    const html = finishPage(before, { page, language: code, site })
    writeFileSync(file, html)
    return { page, html }
  })
  rewrite(fileNamed(own, /^toc-.*\.js$/), foldContentsScript)
  const index = writeIndex(own, code, finished)
  const [[styles]] = await Promise.all([shared, index])
  writeStyles(own, styles)
  if (own !== folder) finishTranslation(own, code)
}

try {
  const shared = Promise.all([bundleStyles(folder), writeBrowserCode()])
  // English comes first: its folder has the others in it later.
  await Promise.all(
    site.languages.map(({ code }) => makeLanguage(code, shared)),
  )
  writeForOthers(site)
  const names = site.languages.map(({ name }) => name).join(', ')
  console.error(`Site finished: ${names}`)
} catch (error) {
  const { message } = /** @type {Error} */ (error)
  console.error(`The site is not whole: ${message}`)
  // A renderer that fails keeps `mdbook serve` from starting.
  if (!serving) process.exit(1)
} finally {
  endSearch()
}
