#!/usr/bin/env node
/** Prints the book as a PDF, one per language, through Chromium. */
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { fromRoot, root, siteDir, translationsDir } from '../lib/paths.js'
import { patienceInMs } from '../processes/pace.js'
import { run } from '../processes/run.js'
import { chromium, mdbook } from '../processes/toolchain.js'

const help = `Usage: npm run pdf [-- --language CODE] [--no-build]

Builds the book and prints it to book/pdf/, one PDF per language: A4, with page
numbers, bookmarks and tags. It needs Chromium, Chrome or Edge.

  --language CODE  only this language, such as en or pt-BR
  --no-build       print what was built last
  --help           this text
`

/** The English book lies at the top of the site. */
const languages = [
  'en',
  ...readdirSync(translationsDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort(),
]

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
  const wanted = language === undefined ? languages : [language]
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

const footer = `<div style="width: 100%; font: 8pt sans-serif; color: #555;
  text-align: center"><span class="pageNumber"></span></div>`

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} site URL
 * @param {string} language
 */
async function print(browser, site, language) {
  const folder = language === 'en' ? '' : `${language}/`
  const file = path.join(
    ...[root, 'book', 'pdf', `nodejs-is-faster-than-you-think.${language}.pdf`],
  )
  mkdirSync(path.dirname(file), { recursive: true })
  const page = await browser.newPage({ colorScheme: 'light' })
  page.setDefaultTimeout(patienceInMs(20))
  // mdBook's print page opens the print dialog by itself.
  await page.addInitScript(() => {
    window.print = () => {}
  })
  const start = performance.now()
  await page.goto(`${site}/${folder}print.html`, { waitUntil: 'load' })
  await page.emulateMedia({ media: 'print', colorScheme: 'light' })
  await settle(page)
  const pdf = await page.pdf({
    path: file,
    format: 'A4',
    margin: { top: '18mm', bottom: '20mm', left: '18mm', right: '18mm' },
    printBackground: true,
    displayHeaderFooter: true,
    headerTemplate: '<span></span>',
    footerTemplate: footer,
    outline: true,
    tagged: true,
  })
  await page.close()
  const count = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
  const size = (statSync(file).size / 1e6).toFixed(1)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${fromRoot(file)}: ${count} pages, ${size} MB (${seconds} s)`)
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
    for (const language of wanted) await print(browser, server.url, language)
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
