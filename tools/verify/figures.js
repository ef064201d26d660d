/**
 * The drawings of the built site, in every language and on a phone: words are
 * inside their shapes and not on top of each other or of a line, all is inside
 * the drawing, and the type is large enough to be read.
 *
 *     node tools/verify/figures.js [ch06-first-router/table.md …]
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { chapters, pages, siteFile } from '../book-model/chapters.js'
import { figureNames, figureOwner } from '../book-model/figures.js'
import {
  sourceLanguage,
  translationLanguages,
} from '../book-model/languages.js'
import { directives } from '../book-model/markdown.js'
import { launchChromium } from '../browsers/chromium.js'
import { serveFolder } from '../browsers/static-server.js'
import { fromRoot, siteDir, srcDir } from '../lib/paths.js'
import { leastType, measureDrawings } from './drawing-fit.js'
import { drawingSheet } from './drawing-sheet.js'

/** Says which drawings no page shows: they may be on their way to one. */
function noteUnshown() {
  const shown = new Set(
    wanted.flatMap(({ file, names }) =>
      names.map((name) => `${figureOwner(file, name)}/${name}`),
    ),
  )
  for (const { slug } of chapters()) {
    for (const name of figureNames(slug)) {
      if (shown.has(`${slug}/${name}`)) continue
      console.log(`src/${slug}/figures/${name}: no page shows it yet`)
    }
  }
}

/** A phone's window, in CSS pixels. */
const phone = { width: 360, height: 800 }

/** @param {string} file below src/ @returns {string[]} its figures */
function figuresOn(file) {
  const source = path.join(srcDir, file)
  if (!existsSync(source)) return []
  const text = readFileSync(source, 'utf8')
  return directives(text, 'figure').map(({ target }) => target)
}

const named = process.argv.slice(2)
const wanted = (named.length > 0 ? named : pages().map(({ file }) => file))
  .map((file) => ({ file, names: figuresOn(file) }))
  .filter(({ names }) => names.length > 0)
const languages = [sourceLanguage, ...translationLanguages()]

/** @type {Set<string>} */
const problems = new Set()
let count = 0

/**
 * Looks at the drawings of a language, all on one page.
 *
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} site URL
 * @param {string} code of the language
 */
async function measureLanguage(context, site, code) {
  const folder = code === sourceLanguage.code ? '' : `${code}/`
  const names = wanted.map(({ file }) => folder + siteFile(file))
  const pages = names.map((name) =>
    readFileSync(path.join(siteDir, name), 'utf8'),
  )
  const { html, counts } = drawingSheet(pages)
  const url = `${site}/${names[0]}`
  await context.route(url, (route) =>
    route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' }),
  )
  const page = await context.newPage()
  await page.goto(url)
  const found = await page.evaluate(measureDrawings, leastType)
  await page.close()
  count += found.count
  const sum = counts.reduce((total, one) => total + one, 0)
  if (found.count !== sum) {
    problems.add(`${code}: got ${found.count} drawings, expected ${sum}`)
  }
  const owners = wanted.flatMap(({ file, names }, i) => {
    if (counts[i] !== names.length) {
      problems.add(
        `src/${file}, ${code}: got ${counts[i]} drawings on the built page, expected ${names.length}`,
      )
    }
    return Array.from({ length: counts[i] }, (_, at) =>
      figureOwner(file, names[at] ?? ''),
    )
  })
  for (const { at, figure, message } of found.misfits) {
    const file = path.join(srcDir, owners[at] ?? '', 'figures', figure)
    problems.add(`${fromRoot(file)}, ${code}: ${message}`)
  }
}

/** Looks at the drawings in every language. */
async function measure() {
  const server = await serveFolder(siteDir)
  const browser = await launchChromium()
  try {
    // Drawings want no script. Without them the contents would come in a frame.
    const context = await browser.newContext({
      viewport: phone,
      javaScriptEnabled: false,
    })
    await context.route(/\/toc[^/]*\.html$/, (route) => route.abort())
    for (const { code } of languages) {
      await measureLanguage(context, server.url, code)
    }
  } finally {
    await browser.close()
    await server.close()
  }
}

if (wanted.length > 0) await measure()
if (named.length === 0) noteUnshown()
for (const problem of problems) console.log(problem)
console.log(
  problems.size === 0
    ? `figures: the labels of ${count} drawings fit`
    : `figures: ${problems.size} ${problems.size === 1 ? 'problem' : 'problems'}`,
)
process.exitCode = problems.size === 0 ? 0 : 1
