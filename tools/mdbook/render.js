#!/usr/bin/env node
/**
 * The second mdBook renderer of the book: `[output.site]` in book.toml. It
 * runs after the html renderer, builds every translation with mdBook itself
 * into book/html/<language>, and finishes the pages of all of them: language
 * switch, alternates, edit links, interface strings, search, our scripts.
 */
import { spawn } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { pages, siteFile } from '../book-model/chapters.js'
import {
  sourceLanguage,
  translationLanguages,
} from '../book-model/languages.js'
import { cacheDir, fromRoot } from '../lib/paths.js'
import { mdbookPath } from '../processes/toolchain.js'
import { cardFile } from './art.js'
import { buildBrowserCode } from './browser-code.js'
import { foldContentsScript } from './contents.js'
import { changelogPage, feed } from './feed.js'
import { finishPage } from './finish.js'
import { folderOf } from './head.js'
import { translateScript, unusedStrings } from './interface.js'
import { writePlayground } from './playground.js'
import { createIndexes, endSearch } from './search/search-index.js'
import { siteOf, translationEnv } from './site.js'
import { sitemap } from './sitemap.js'
import { bundleStyles, writeStyles } from './styles.js'

/** The mdbook that runs this: on Linux the parent process itself. */
function runningMdbook() {
  if (process.env.MDBOOK) return process.env.MDBOOK
  try {
    const parent = readlinkSync(`/proc/${process.ppid}/exe`)
    if (path.basename(parent).startsWith('mdbook')) return parent
  } catch {
    // No /proc here: use the one that setup found.
  }
  return mdbookPath() ?? 'mdbook'
}

/**
 * @param {any} context mdBook's render context
 * @param {{ code: string }} language
 * @param {string} destination
 * @returns {Promise<void>}
 */
function buildTranslation(context, { code }, destination) {
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
    runningMdbook(),
    ['build', context.root, '--dest-dir', destination],
    { env, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const output = readAll(child.stderr)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', async (status) => {
      const printed = await output
      if (status === 0) resolve()
      else reject(new Error(`the ${code} book was not built:\n${printed}`))
    })
  })
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
function rewrite(file, change) {
  const before = readFileSync(file, 'utf8')
  const after = change(before)
  if (after !== before) writeFileSync(file, after)
}

/** @typedef {import('./site.js').Site} Site */

/**
 * @param {string} folder the language's part of the site
 * @param {string[]} pages below it
 * @param {{ code: string }} language
 * @param {Site} site
 */
function finishPages(folder, pages, language, site) {
  const index = indexes.get(language.code)
  for (const page of pages) {
    rewrite(path.join(folder, page), (html) => {
      const finished = finishPage(html, { page, language: language.code, site })
      index?.add(page, finished)
      return finished
    })
  }
  const toc = readdirSync(folder).find((name) => /^toc-.*\.js$/.test(name))
  if (toc === undefined) throw new Error(`${folder} has no toc-….js`)
  rewrite(path.join(folder, toc), foldContentsScript)
}

/** The pages that SUMMARY.md lists, below the folder of a language. */
const bookPages = pages().map(({ file }) => siteFile(file))

/**
 * What is made for those who are elsewhere, with whole addresses: sitemap,
 * feeds, pictures.
 *
 * @param {string} folder of the site
 * @param {Site} site
 */
function writeForOthers(folder, { languages, address, hasFeed }) {
  if (address === null) {
    console.error(
      'SITE_URL is not set, so these are left out: canonical addresses, cards with a picture, sitemap.xml, feed.xml',
    )
    return
  }
  writeFileSync(
    path.join(folder, 'sitemap.xml'),
    sitemap(address, bookPages, languages),
  )
  for (const { code } of languages) {
    const own = path.join(folder, folderOf(code))
    const card = cardFile(code)
    if (existsSync(card)) {
      copyFileSync(card, path.join(folder, path.basename(card)))
    } else {
      console.error(
        `${fromRoot(card)} is not there: draw it with npm run cards`,
      )
    }
    if (!hasFeed) continue
    const html = readFileSync(path.join(own, changelogPage), 'utf8')
    writeFileSync(path.join(own, 'feed.xml'), feed(html, address, code))
  }
}

/**
 * @param {string} folder the language's part of the site
 * @param {{ code: string }} language
 * @param {Site} site
 * @throws {Error} when mdBook has other strings than we know
 */
function finishTranslation(folder, language, site) {
  finishPages(folder, htmlPages(folder), language, site)
  cpSync(assets, folder, { recursive: true })
  for (const name of readdirSync(folder)) {
    if (!/^book-.*\.js$/.test(name)) continue
    rewrite(path.join(folder, name), (script) =>
      translateScript(script, language.code),
    )
  }
  const unused = unusedStrings(language.code)
  if (unused.length > 0) {
    throw new Error(
      `mdBook's pages no longer hold these strings, so they stay English in ${language.code}: ${unused.map((one) => `"${one}"`).join(', ')}; correct "mdbook" in tools/mdbook/strings.en.json and in the translations`,
    )
  }
}

/**
 * What every language's folder gets: our browser code, bundled (site.js,
 * widgets/*.js, playground/*.js), and the programs that run in the page
 * (playground/chNN.json).
 */
const assets = path.join(cacheDir, 'book', 'assets')

const context = JSON.parse(await readAll(process.stdin))
const folder = path.join(path.dirname(context.destination), 'html')
const redirects = context.config.output?.html?.redirect ?? {}
const serving =
  process.env.BOOK_IS_SERVED ??
  context.config.output?.html?.['live-reload-endpoint']
const translations = translationLanguages()
const languages = [sourceLanguage, ...translations].map(({ code }) => code)
const indexes = await createIndexes(languages)
try {
  const site = siteOf(context.config.output?.html?.['site-url'], {
    hasSearch: indexes.size > 0,
  })
  const english = htmlPages(folder)
  // Each is built by a process of its own; the rest is done here meanwhile.
  const built = translations.map((language) =>
    buildTranslation(context, language, path.join(folder, language.code)),
  )
  const isWhole = Promise.all(built)
  // Waited for below: until then a failure is not an unhandled one.
  isWhole.catch(() => {})
  finishPages(folder, english, sourceLanguage, site)
  const written = [indexes.get(sourceLanguage.code)?.write(folder)]
  // Waited for below, as is the one above.
  written[0]?.catch(() => {})
  const styles = await bundleStyles(folder)
  writeStyles(folder, styles)
  writePlayground(path.join(assets, 'playground'))
  await Promise.all([buildBrowserCode(assets), isWhole])
  cpSync(assets, folder, { recursive: true })
  for (const language of translations) {
    const own = path.join(folder, language.code)
    finishTranslation(own, language, site)
    writeStyles(own, styles)
    written.push(indexes.get(language.code)?.write(own))
  }
  await Promise.all(written)
  writeForOthers(folder, site)
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
