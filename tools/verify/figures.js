/**
 * The drawings of the chapters, in every language and on a phone: words are
 * inside their shapes and not on top of each other or of a line, and all is
 * inside the drawing.
 *
 *     node tools/verify/figures.js [ch06-first-router/table.md …]
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { chapters } from '../book-model/chapters.js'
import { figureNames, figureOwner, readFigure } from '../book-model/figures.js'
import {
  sourceLanguage,
  translationLanguages,
} from '../book-model/languages.js'
import { directives } from '../book-model/markdown.js'
import { launchChromium } from '../browsers/chromium.js'
import { textOf } from '../lib/files.js'
import { root, srcDir } from '../lib/paths.js'
import { isMain, report } from '../lint/problems.js'
import { figureElement } from '../mdbook/figure.js'
import { measureDrawings } from './drawing-fit.js'

/** @typedef {import('../book-model/figures.js').Figure} Figure */
/** @typedef {import('../lint/problems.js').Problem} Problem */

/** A phone's window, in CSS pixels. */
const viewport = { width: 360, height: 800 }

const styles = ['fonts/fonts.css', 'css/book.css', 'css/drawing.css']

/** @param {string} drawings HTML */
const pageOf = (drawings) => `<!doctype html><html lang="en" class="light">
<meta name="viewport" content="width=device-width"><title>Drawings</title>
<style>html { font-size: 62.5% } :root { --page-padding: 15px }
body { margin: 0 } .content { padding: 0 var(--page-padding) }</style>
${styles.map((href) => `<link rel="stylesheet" href="/${href}">`).join('')}
<div class="content"><main>${drawings}</main></div></html>`

/**
 * Answers what the page asks for: itself, and files of theme/.
 *
 * @param {import('playwright-core').Route} route
 * @param {string} html
 */
async function answer(route, html) {
  const { pathname } = new URL(route.request().url())
  const file = path.join(root, 'theme', pathname)
  if (pathname === '/') {
    await route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' })
  } else if (pathname.endsWith('/fonts.css')) {
    // mdBook fills in the names.
    const css = readFileSync(file, 'utf8')
    const body = css.replace(/\{\{ resource "(.*?)" \}\}/g, '/$1')
    await route.fulfill({ body, contentType: 'text/css' })
  } else {
    await route.fulfill({ path: file })
  }
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {Figure[]} figures
 * @returns {Promise<Problem[]>}
 */
export async function misfitsOf(browser, figures) {
  const drawings = figures.map((figure) =>
    figureElement(figure, figure.language),
  )
  const html = pageOf(drawings.join('\n'))
  const page = await browser.newPage({ viewport })
  try {
    await page.route('**/*', (route) => answer(route, html))
    await page.goto('http://localhost/')
    const found = await page.evaluate(measureDrawings)
    if (found.count !== figures.length) {
      throw new Error(
        `got ${found.count} drawings on the page, expected ${figures.length}`,
      )
    }
    return found.misfits.map(({ at, message }) => {
      const { file, language } = figures[at]
      return { file, message: `${message} (${language})` }
    })
  } finally {
    await page.close()
  }
}

/**
 * @param {string[]} pages below src/; none: all figures
 * @returns {{ slug: string, name: string }[]}
 */
function figuresOn(pages) {
  if (pages.length === 0) {
    return chapters().flatMap(({ slug }) =>
      figureNames(slug).map((name) => ({ slug, name })),
    )
  }
  return pages.flatMap((page) =>
    directives(textOf(path.join(srcDir, page)), 'figure').map(({ target }) => ({
      slug: figureOwner(page, target) ?? '',
      name: target,
    })),
  )
}

if (isMain(import.meta.url)) {
  const languages = [sourceLanguage, ...translationLanguages()]
  const figures = figuresOn(process.argv.slice(2)).flatMap(({ slug, name }) =>
    languages.map(({ code }) => readFigure(slug, name, code)),
  )
  const browser = await launchChromium()
  try {
    const problems = await misfitsOf(browser, figures)
    report('figures', problems, `the labels of ${figures.length} drawings fit`)
  } finally {
    await browser.close()
  }
}
