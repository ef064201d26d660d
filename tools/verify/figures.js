/**
 * The drawings of the built site, in every language and on a phone: words are
 * inside their shapes and not on top of each other or of a line, all is inside
 * the drawing, and the type is large enough to be read.
 *
 *     node tools/verify/figures.js [ch06-first-router/table.md …]
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { launchChromium } from '../browsers/chromium.js'
import { serveFolder } from '../browsers/static-server.js'
import { fromRoot, siteDir, srcDir } from '../lib/paths.js'
import { chapterOf, chapters, pages, siteFile } from '../manuscript/chapters.js'
import { figureNames } from '../manuscript/figures.js'
import {
  sourceLanguage,
  translationLanguages,
} from '../manuscript/languages.js'
import { directives } from '../manuscript/markdown.js'
import { leastType, measureDrawings } from './drawing-fit.js'

/** Says which drawings no page shows: they may be on their way to one. */
function noteUnshown() {
  const shown = new Set(
    wanted.flatMap(({ file, names }) =>
      names.map((name) => `${chapterOf(file)?.slug}/${name}`),
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

/** Looks at the pages, each in every language. */
async function measure() {
  const server = await serveFolder(siteDir)
  const browser = await launchChromium()
  try {
    // Drawings want no script, and to run those of a page takes longer than to
    // measure it. Without them the contents would come in a frame.
    const context = await browser.newContext({
      viewport: phone,
      javaScriptEnabled: false,
    })
    await context.route(/\/toc[^/]*\.html$/, (route) => route.abort())
    const page = await context.newPage()
    for (const { file, names } of wanted) {
      const slug = chapterOf(file)?.slug
      for (const { code } of languages) {
        const folder = code === sourceLanguage.code ? '' : `${code}/`
        await page.goto(`${server.url}/${folder}${siteFile(file)}`)
        const found = await page.evaluate(measureDrawings, leastType)
        count += found.count
        if (found.count !== names.length) {
          problems.add(
            `src/${file}, ${code}: got ${found.count} drawings on the built page, expected ${names.length}`,
          )
        }
        for (const { figure, message } of found.misfits) {
          const name = fromRoot(
            path.join(srcDir, slug ?? '', 'figures', figure),
          )
          problems.add(`${name}, ${code}: ${message}`)
        }
      }
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
