#!/usr/bin/env node
/**
 * Writes the book as an EPUB 3, one per language. Chromium makes XHTML of the
 * built pages: it reads HTML and writes XML.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { readJson } from '../lib/files.js'
import { git } from '../lib/git.js'
import { root } from '../lib/paths.js'
import { escapeHtml } from '../mdbook/html.js'
import { cardFile } from '../mdbook/site.js'
import { strings } from '../mdbook/strings.js'
import { makeEach } from './languages.js'

/**
 * Runs in the browser: the book's sidebar as an EPUB's table of contents.
 *
 * @param {string} html of toc.html
 */
function readContents(html) {
  const list = new DOMParser()
    .parseFromString(html, 'text/html')
    .querySelector('ol.chapter')
  if (list === null) throw new Error('toc.html has no list')
  for (const item of list.querySelectorAll('li:not(:has(a))')) item.remove()
  for (const summary of list.querySelectorAll('summary')) {
    const part = document.createElement('span')
    part.append(...summary.childNodes)
    summary.replaceWith(part)
  }
  for (const box of list.querySelectorAll('details, .chapter-link-wrapper')) {
    box.replaceWith(...box.childNodes)
  }
  const links = [...list.querySelectorAll('a')]
  const pages = links.map((link) => ({
    file: link.getAttribute('href') ?? '',
    title: link.textContent,
  }))
  for (const link of links) {
    const file = link.getAttribute('href') ?? ''
    link.setAttribute('href', file.replace(/\.html$/, '.xhtml'))
    link.removeAttribute('target')
  }
  return { pages, xml: new XMLSerializer().serializeToString(list) }
}

/**
 * Runs in the browser: a page without what only a browser, or only a site, has.
 * The answers of a quiz go to the end of the page.
 *
 * @param {{ html: string, base: string, files: string[] }} page its `base` is
 *   the URL that stands for it, and `files` are those that the book has
 */
function readPage({ html, base, files }) {
  const main = new DOMParser()
    .parseFromString(html, 'text/html')
    .querySelector('main')
  if (main === null) throw new Error(`${base} has no main`)
  /** @param {Element} element @param {string} name */
  const rename = (element, name) => {
    const other = document.createElement(name)
    other.className = element.className
    other.append(...element.childNodes)
    element.replaceWith(other)
    return other
  }
  const absent =
    '.report, .doors, .map [aria-hidden], .quiz :is(.check, .verdict, input)'
  for (const element of main.querySelectorAll(absent)) element.remove()
  for (const option of main.querySelectorAll('.option, .option > span')) {
    rename(option, 'div')
  }
  for (const details of main.querySelectorAll('.question > .answers')) {
    const question = details.closest('fieldset')
    const [legend, summary] = ['legend', 'summary'].map((name) =>
      question?.querySelector(name),
    )
    if (!question || !legend || !summary) continue
    const { id = '' } = question.dataset
    question.id = `question-${id}`
    const toAnswers = document.createElement('a')
    toAnswers.href = `#answers-${id}`
    toAnswers.append(...summary.childNodes)
    const toQuestion = document.createElement('a')
    toQuestion.href = `#${question.id}`
    toQuestion.append(legend.textContent)
    summary.replaceWith(toQuestion)
    const answers = rename(details, 'div')
    answers.id = `answers-${id}`
    question.append(toAnswers)
    main.append(answers)
  }
  for (const link of main.querySelectorAll('a')) {
    const href = link.getAttribute('href') ?? ''
    const { origin, pathname } = new URL(href, base)
    if (origin !== new URL(base).origin) continue
    if (link.className !== 'header' && files.includes(pathname)) {
      link.setAttribute('href', href.replace(/\.html(?=$|#)/, '.xhtml'))
    } else link.replaceWith(...link.childNodes)
  }
  for (const element of main.querySelectorAll('*')) {
    for (const { name } of [...element.attributes]) {
      if (/^data-|^tabindex$/.test(name)) element.removeAttribute(name)
    }
  }
  return new XMLSerializer().serializeToString(main)
}

/**
 * @param {object} document
 * @param {string} document.language
 * @param {string} document.title
 * @param {string} document.styles where the style sheet is
 * @param {string} document.body XML
 */
const xhtml = ({ language, title, styles, body }) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}" xml:lang="${language}">
<head><title>${escapeHtml(title)}</title><link rel="stylesheet" type="text/css" href="${styles}"/></head>
<body>${body}</body>
</html>
`

const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`

/** The day of the last commit, so that equal books have equal bytes. */
const modified = () =>
  new Date(Number(git('log', '-1', '--format=%ct') ?? Date.now() / 1000) * 1e3)
    .toISOString()
    .replace(/\.\d+/, '')

/**
 * @param {string} language
 * @param {{ file: string, body: string }[]} chapters in reading order
 * @returns {string} the package document
 */
function packageOf(language, chapters) {
  const { bookTitle, bookDescription } = strings(language)
  const { repository } = readJson(path.join(root, 'package.json'))
  const items = chapters.map(
    ({ file, body }, i) =>
      `<item id="p${i}" href="${file}" media-type="application/xhtml+xml"${body.includes('<svg') ? ' properties="svg"' : ''}/>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${language}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">${repository}/${language}</dc:identifier>
<dc:title>${escapeHtml(bookTitle)}</dc:title>
<dc:description>${escapeHtml(bookDescription)}</dc:description>
<dc:language>${language}</dc:language>
<dc:creator>The Velocy authors</dc:creator>
<dc:rights>CC BY 4.0</dc:rights>
<meta property="dcterms:modified">${modified()}</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="styles" href="epub.css" media-type="text/css"/>
<item id="cover" href="cover.png" media-type="image/png" properties="cover-image"/>
${items.join('\n')}
</manifest>
<spine>
${chapters.map((_, i) => `<itemref idref="p${i}"/>`).join('\n')}
</spine>
</package>
`
}

await makeEach('epub', async ({ page, site, language, folder }) => {
  /** @param {string} file */
  const read = (file) => readFileSync(path.join(site, folder, file), 'utf8')
  const origin = 'http://book'
  const contents = await page.evaluate(readContents, read('toc.html'))
  const files = contents.pages.map(({ file }) => `/${folder}${file}`)
  const chapters = []
  for (const { file, title } of contents.pages) {
    const base = `${origin}/${folder}${file}`
    const html = read(file)
    const body = await page.evaluate(readPage, { html, base, files })
    chapters.push({ file: file.replace(/\.html$/, '.xhtml'), title, body })
  }
  const title = strings(language).bookTitle
  const heading = escapeHtml(title)
  const nav = `<nav epub:type="toc"><h1>${heading}</h1>${contents.xml}</nav>`
  /** @type {Record<string, Uint8Array>} */
  const book = {
    'package.opf': strToU8(packageOf(language, chapters)),
    'nav.xhtml': strToU8(
      xhtml({ language, title, styles: 'epub.css', body: nav }),
    ),
    'epub.css': readFileSync(new URL('epub.css', import.meta.url)),
    'cover.png': readFileSync(cardFile(language)),
  }
  for (const { file, title, body } of chapters) {
    const styles = `${'../'.repeat(file.split('/').length - 1)}epub.css`
    book[file] = strToU8(xhtml({ language, title, styles, body }))
  }
  return zipSync(
    {
      mimetype: [strToU8('application/epub+zip'), { level: 0 }],
      'META-INF': { 'container.xml': strToU8(container) },
      book,
    },
    // A ZIP has local times.
    { level: 9, mtime: new Date(1980, 0, 1) },
  )
})
