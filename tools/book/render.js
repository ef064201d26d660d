#!/usr/bin/env node
/**
 * The second mdBook renderer of the book: `[output.site]` in book.toml. It
 * runs after the html renderer, builds every translation with mdBook itself
 * into book/html/<language>, and finishes the pages of all of them: language
 * switch, alternates, edit links, interface strings, search, our scripts.
 */
import { spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { build } from 'esbuild'
import { buildWidgets } from '../../widgets/build.js'
import { cacheDir, root } from '../lib/paths.js'
import { mdbookPath } from '../lib/toolchain.js'
import { finishPage, translateScript, unusedStrings } from './finish.js'
import { writePlayground } from './playground.js'
import { reindex } from './search/reindex.js'
import { sourceLanguage, strings, translationLanguages } from './strings.js'

/**
 * The mdbook that runs this: on Linux the parent process itself.
 *
 * @returns {string}
 */
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
  const t = strings(code)
  const html = {
    ...context.config.output.html,
    // Where its 404 page finds its own scripts.
    'site-url': `${context.config.output.html['site-url'] ?? '/'}${code}/`,
  }
  const env = {
    ...process.env,
    MDBOOK_BOOK__LANGUAGE: code,
    MDBOOK_BOOK__TITLE: t.bookTitle,
    MDBOOK_BOOK__DESCRIPTION: t.bookDescription,
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
 * @param {string[]} [except] folders at its top that are left out
 * @returns {string[]} the HTML pages below it, relative
 */
function htmlPages(folder, except = []) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.html'))
    .filter((file) => !except.includes(file.split('/')[0]))
}

/**
 * @param {string} file
 * @param {(text: string) => string} change
 */
function rewrite(file, change) {
  const before = readFileSync(file, 'utf8')
  const after = change(before)
  if (after !== before) writeFileSync(file, after)
}

/**
 * @param {string} folder the language's part of the site
 * @param {{ code: string }} language
 * @param {{ code: string, name: string, dir: string }[]} languages all
 */
function finishLanguage(folder, language, languages) {
  const others = languages.map(({ code }) => code)
  for (const page of htmlPages(folder, others)) {
    rewrite(path.join(folder, page), (html) =>
      finishPage(html, { page, language: language.code, languages }),
    )
  }
  cpSync(assets, folder, { recursive: true })
  if (language.code === sourceLanguage.code) return
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name)
    if (/^(book|searcher)-.*\.js$/.test(name)) {
      rewrite(file, (script) => translateScript(script, language.code))
    } else if (/^searchindex-.*\.js$/.test(name)) {
      rewrite(file, (script) => reindex(script, language.code))
    }
  }
  const unused = unusedStrings(language.code)
  if (unused.length > 0) {
    throw new Error(
      `mdBook's pages no longer hold these strings, so they stay English in ${language.code}: ${unused.map((one) => `"${one}"`).join(', ')}; correct "mdbook" in tools/book/strings.en.json and in the translations`,
    )
  }
}

/**
 * What every language's folder gets: our browser code, bundled (site.js,
 * widgets/*.js, playground/*.js, search-terms.js), and the programs that run
 * in the page (playground/chNN.json).
 */
const assets = path.join(cacheDir, 'book', 'assets')

/** What makes mdBook's search read queries in a translation's language. */
function buildSearchTerms() {
  return build({
    entryPoints: {
      'search-terms': path.join(root, 'tools/book/search/page.js'),
    },
    outdir: assets,
    bundle: true,
    minify: true,
    format: 'iife',
    logLevel: 'silent',
  })
}

const context = JSON.parse(await readAll(process.stdin))
const site = path.join(path.dirname(context.destination), 'html')
const serving = context.config.output?.html?.['live-reload-endpoint']
try {
  const translations = translationLanguages()
  const languages = [sourceLanguage, ...translations]
  mkdirSync(assets, { recursive: true })
  writePlayground(path.join(assets, 'playground'))
  await Promise.all([
    buildWidgets({ outDir: assets, minify: true }),
    buildSearchTerms(),
    ...translations.map((language) =>
      buildTranslation(context, language, path.join(site, language.code)),
    ),
  ])
  finishLanguage(site, sourceLanguage, languages)
  for (const language of translations) {
    finishLanguage(path.join(site, language.code), language, languages)
  }
  const names = languages.map(({ name }) => name).join(', ')
  console.error(`Site finished: ${names}`)
} catch (error) {
  const { message } = /** @type {Error} */ (error)
  console.error(`The site is not whole: ${message}`)
  // A renderer that fails keeps `mdbook serve` from starting.
  if (!serving) process.exit(1)
}
