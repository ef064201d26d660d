#!/usr/bin/env node
/** Prints the book as a PDF, one per language, through Chromium. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import {
  sourceLanguage,
  translationLanguages,
} from '../book-model/languages.js'
import { textOf } from '../lib/files.js'
import { bookDir, fromRoot, root, siteDir, srcDir } from '../lib/paths.js'
import { sampled } from '../lib/sample.js'
import { patienceInMs } from '../processes/pace.js'
import { run } from '../processes/run.js'
import { chromium, mdbook } from '../processes/toolchain.js'
import { readPdf } from './destinations.js'
import {
  contentsHtml,
  coverHtml,
  entriesOf,
  frontStyle,
  nestHeadings,
} from './front.js'

const help = `Usage: npm run pdf [-- --language CODE] [--no-build]

Builds the book and prints it to book/pdf/, one PDF per language: A4, with a
cover, contents, page numbers, bookmarks and tags. It needs Chromium, Chrome or Edge.

  --language CODE  only this language, such as en or pt-BR
  --no-build       print what was built last
  --help           this text
`

/** The English book lies at the top of the site. */
const languages = [sourceLanguage, ...translationLanguages()].map(
  ({ code }) => code,
)

/** @returns {{ wanted: string[], needsBuild: boolean }} */
function read() {
  const { values } = parseArgs({
    options: {
      language: { type: 'string' },
      'no-build': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(help)
    process.exit(0)
  }
  const { language } = values
  if (language !== undefined && !languages.includes(language)) {
    throw new Error(
      `--language: got ${language}, expected ${languages.join(', ')}`,
    )
  }
  // Verify prints one language, and a part of its pages.
  const some = sampled(languages, languages.length)
  const wanted = language === undefined ? some : [language]
  return { wanted, needsBuild: !values['no-build'] }
}

async function build() {
  const tool = mdbook()
  if (!tool.path) throw new Error(tool.reason)
  const result = await run(tool.path, ['build'], {
    cwd: root,
    timeout: Infinity,
  })
  if (result.status === 0) return
  throw new Error(`mdbook build failed\n${result.output.trimEnd()}`)
}

/**
 * Waits for what a print would miss: fonts, pictures, and whatever is loaded
 * only when it comes near.
 *
 * @param {import('playwright-core').Page} page
 */
async function settle(page) {
  await page.evaluate(async () => {
    for (const image of document.querySelectorAll('img')) {
      image.loading = 'eager'
    }
    const step = window.innerHeight * 4
    for (let y = 0; y < document.body.scrollHeight; y += step) {
      window.scrollTo(0, y)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    window.scrollTo(0, 0)
    await document.fonts.ready
    await Promise.all([...document.images].map((image) => image.decode()))
  })
  await page.waitForLoadState('networkidle')
}

/**
 * @param {import('playwright-core').Page} page
 * @param {boolean} [isLast] whether it is for more than to see what comes where
 * @returns {Promise<Buffer>}
 */
const printPage = (page, isLast = true) =>
  page.pdf({
    preferCSSPageSize: true,
    printBackground: true,
    outline: isLast,
    tagged: isLast,
  })

/**
 * Leaves of the other pages their titles, so that the contents have all of
 * them.
 *
 * @param {import('playwright-core').Page} page with print.html
 * @param {string[]} kept ids of the titles of the pages that stay
 */
const shorten = (page, kept) =>
  page.locator('main').evaluate((main, ids) => {
    let isKept = true
    for (const child of [...main.children]) {
      if (child.matches('h1')) isKept = ids.includes(child.id)
      else if (!isKept && !child.querySelector('h1')) child.remove()
    }
  }, kept)

/**
 * Puts the cover and the contents before the first page, and prints twice: the
 * numbers of the contents are known from the first time.
 *
 * @param {import('playwright-core').Page} page with print.html
 * @param {string} language
 * @returns {Promise<{ pdf: Buffer, pages: number }>}
 * @throws {Error} when the contents do not say where things are
 */
async function printBook(page, language) {
  const titles = await page
    .locator('main h1')
    .evaluateAll((all) =>
      all.map(({ id, textContent }) => ({ id, title: textContent ?? '' })),
    )
  const kept = sampled(titles, 16)
  if (kept.length < titles.length) {
    await shorten(
      page,
      kept.map(({ id }) => id),
    )
  }
  const entries = entriesOf(titles, language)
  await page.addStyleTag({ content: frontStyle })
  await page.locator('main').evaluate(nestHeadings, entries)
  await page
    .locator('main')
    .evaluate(
      (main, html) => main.insertAdjacentHTML('afterbegin', html),
      coverHtml(language, latestChange()) +
        contentsHtml(entries, new Map(), language),
    )
  await settle(page)
  const { byId } = readPdf(await printPage(page, false))
  await page.locator('.pdf-contents').evaluate(
    (nav, html) => {
      nav.outerHTML = html
    },
    contentsHtml(entries, byId, language),
  )
  const pdf = await printPage(page)
  const { pages, byId: now } = readPdf(pdf)
  for (const { id, title } of entries) {
    if (byId.has(id) && byId.get(id) === now.get(id)) continue
    throw new Error(
      `the contents say that "${title}" is on page ${byId.get(id)}, and it is on ${now.get(id)}`,
    )
  }
  return { pdf, pages }
}

/** @returns {string} the date of the latest entry of the changelog */
function latestChange() {
  const text = textOf(path.join(srcDir, 'changelog.md'))
  return /^## (\d{4}-\d\d-\d\d)/m.exec(text)?.[1] ?? ''
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} site URL
 * @param {string} language
 */
async function print(browser, site, language) {
  const folder = language === 'en' ? '' : `${language}/`
  const file = path.join(
    bookDir,
    'pdf',
    `nodejs-is-faster-than-you-think.${language}.pdf`,
  )
  mkdirSync(path.dirname(file), { recursive: true })
  const page = await browser.newPage({ colorScheme: 'light' })
  // Of the whole book. It takes seven seconds when nothing else runs.
  page.setDefaultTimeout(patienceInMs(60))
  // mdBook's print page opens the print dialog by itself.
  await page.addInitScript(() => {
    window.print = () => {}
  })
  const start = performance.now()
  await page.goto(`${site}/${folder}print.html`, { waitUntil: 'load' })
  await page.emulateMedia({ media: 'print', colorScheme: 'light' })
  const { pdf, pages } = await printBook(page, language)
  await page.close()
  writeFileSync(file, pdf)
  const size = (pdf.length / 1e6).toFixed(1)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${fromRoot(file)}: ${pages} pages, ${size} MB (${seconds} s)`)
}

/** @returns {Promise<number>} exit status */
async function main() {
  const { wanted, needsBuild } = read()
  const { path: program, reason } = chromium()
  if (!program) throw new Error(`a PDF needs a browser: ${reason}`)
  if (needsBuild) await build()
  for (const language of wanted) {
    const folder = language === 'en' ? '' : language
    const file = path.join(siteDir, folder, 'print.html')
    if (existsSync(file)) continue
    throw new Error(`${fromRoot(file)} is missing: run mdbook build first`)
  }
  // These need the npm packages, which --help does not.
  const { launchChromium } = await import('../browsers/chromium.js')
  const { serveFolder } = await import('../browsers/static-server.js')
  const server = await serveFolder(siteDir)
  const browser = await launchChromium()
  try {
    for (const language of wanted) {
      await print(browser, server.url, language)
    }
  } finally {
    await browser.close()
    await server.close()
  }
  return 0
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  console.error('Try npm run pdf -- --help')
  process.exitCode = 1
}
