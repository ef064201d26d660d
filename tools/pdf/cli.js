#!/usr/bin/env node
/**
 * Prints the book as a PDF, one per language, through Chromium, which makes
 * the bookmarks of the headings.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pages } from '../book-model/chapters.js'
import {
  sourceLanguage,
  translationLanguages,
} from '../book-model/languages.js'
import { launchChromium } from '../browsers/chromium.js'
import { serveFolder } from '../browsers/static-server.js'
import { readArguments, refuse } from '../lib/arguments.js'
import { bookDir, cacheDir, fromRoot, root } from '../lib/paths.js'
import { patienceInMs } from '../processes/pace.js'
import { cleanEnv, run } from '../processes/run.js'
import { mdbook } from '../processes/toolchain.js'

const help = `Usage: npm run pdf [-- --language CODE]

Prints the book to book/pdf/, one PDF per language: A4, with page numbers and
bookmarks. It needs Chromium, Chrome or Edge.

  --language CODE  only this language, such as en or pt-BR
  --help           this text
`

/** The English book lies at the top of the site. */
const languages = [sourceLanguage, ...translationLanguages()].map(
  ({ code }) => code,
)

const pageNumbers =
  '@page { @bottom-center { content: counter(page); font: 8.5pt "Source Sans 3", sans-serif; color: #50545a } }'

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
 * Runs in print.html, where each page begins with a heading of the first
 * level. Headings of sections go below those of their chapters.
 *
 * @param {Element} main
 * @param {number[]} depths of the pages
 */
function nestHeadings(main, depths) {
  let at = -1
  for (const heading of main.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const level = Number(heading.localName.slice(1))
    if (level === 1) at += 1
    heading.ariaLevel = String(level + (depths[at] ?? 0))
  }
}

/**
 * Loads what a browser loads only when it comes near.
 *
 * @param {import('playwright-core').Page} page
 */
const loadImages = (page) =>
  page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await document.fonts.ready
    await Promise.all([...document.images].map((image) => image.decode()))
  })

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} site URL
 * @param {string} language
 */
async function print(browser, site, language) {
  const folder = language === sourceLanguage.code ? '' : `${language}/`
  const page = await browser.newPage({ colorScheme: 'light' })
  page.setDefaultTimeout(patienceInMs(60))
  await page.goto(`${site}/${folder}print.html`, { waitUntil: 'load' })
  await page.emulateMedia({ media: 'print', colorScheme: 'light' })
  await page.addStyleTag({ content: pageNumbers })
  const depths = pages().map(({ depth }) => depth)
  await page.locator('main').evaluate(nestHeadings, depths)
  await loadImages(page)
  const pdf = await page.pdf({
    preferCSSPageSize: true,
    printBackground: true,
    outline: true,
    tagged: true,
  })
  await page.close()
  const name = `nodejs-is-faster-than-you-think.${language}.pdf`
  const file = path.join(bookDir, 'pdf', name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, pdf)
  console.log(`${fromRoot(file)}: ${(pdf.length / 1e6).toFixed(1)} MB`)
}

/** @param {string[]} wanted languages */
async function main(wanted) {
  const browser = await launchChromium()
  try {
    const server = await serveFolder(await build())
    for (const language of wanted) await print(browser, server.url, language)
    await server.close()
  } finally {
    await browser.close()
  }
}

try {
  const { values } = readArguments(help, {
    options: { language: { type: 'string' } },
  })
  const { language = '' } = values
  if (language && !languages.includes(language)) {
    const expected = languages.join(', ')
    refuse(help, `--language: got ${language}, expected ${expected}`)
  }
  await main(language ? [language] : languages)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
