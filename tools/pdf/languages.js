/** What the PDF and the EPUB share: a built book, and a file per language. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  sourceLanguage,
  translationLanguages,
} from '../book-model/languages.js'
import { launchChromium } from '../browsers/chromium.js'
import { readArguments } from '../lib/arguments.js'
import { messageOf } from '../lib/message.js'
import { bookDir, cacheDir, fromRoot, root } from '../lib/paths.js'
import { patienceInMs } from '../processes/pace.js'
import { cleanEnv, run } from '../processes/run.js'
import { mdbook } from '../processes/toolchain.js'

/** The English book lies at the top of the site. */
const languages = [sourceLanguage, ...translationLanguages()].map(
  ({ code }) => code,
)

/** @returns {Promise<string>} the folder of a site that has pages to print */
async function build() {
  const tool = mdbook()
  if (!tool.path) throw new Error(tool.reason)
  const folder = path.join(cacheDir, 'pdf')
  const result = await run(tool.path, ['build', '--dest-dir', folder], {
    cwd: root,
    timeout: Infinity,
    env: cleanEnv({ MDBOOK_OUTPUT__HTML__PRINT__ENABLE: 'true' }),
  })
  if (result.status === 0) return path.join(folder, 'html')
  throw new Error(`mdbook build failed\n${result.output.trimEnd()}`)
}

/**
 * @typedef {object} Language
 * @property {import('playwright-core').Page} page in light colours
 * @property {string} site the folder of the built book
 * @property {string} language
 * @property {string} folder of its pages below the site: `pt-BR/`
 */

/**
 * Writes the book to book/<kind>/, a file per language.
 *
 * @param {string} kind what the files' names end in
 * @param {(language: Language) => Promise<Uint8Array>} make
 */
export async function makeEach(kind, make) {
  readArguments(
    `Usage: npm run ${kind}

Writes the book to book/${kind}/, a file per language. It needs Chromium, Chrome
or Edge.`,
    {},
  )
  try {
    await makeFiles(kind, make)
  } catch (error) {
    console.error(messageOf(error))
    process.exitCode = 1
  }
}

/** @type {typeof makeEach} */
async function makeFiles(kind, make) {
  const browser = await launchChromium()
  try {
    const site = await build()
    for (const language of languages) {
      const page = await browser.newPage({ colorScheme: 'light' })
      page.setDefaultTimeout(patienceInMs(60))
      const folder = language === sourceLanguage.code ? '' : `${language}/`
      const bytes = await make({ page, site, language, folder })
      await page.close()
      const name = `nodejs-is-faster-than-you-think.${language}.${kind}`
      const file = path.join(bookDir, kind, name)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, bytes)
      console.log(`${fromRoot(file)}: ${(bytes.length / 1e6).toFixed(1)} MB`)
    }
  } finally {
    await browser.close()
  }
}
