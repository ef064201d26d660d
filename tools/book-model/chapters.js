import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { codeDir, srcDir } from '../lib/paths.js'

/**
 * @typedef {object} Page
 * @property {string} file path below src/, e.g. `ch01-web-server/bytes.md`
 * @property {string} title
 * @property {number} depth 0 for a chapter's first page, 1 for its sections
 * @property {string | null} part the part's title in SUMMARY.md
 */

/**
 * @typedef {object} Chapter
 * @property {string} id `ch01`
 * @property {string} slug `ch01-web-server`
 * @property {string} title
 * @property {string | null} part the part's title in SUMMARY.md
 * @property {string[]} pages files below src/, in reading order
 * @property {string} codeDir absolute path of code/chNN
 */

/**
 * The pages of the book in reading order, as src/SUMMARY.md lists them.
 *
 * @param {string} [summary] the text of a SUMMARY.md
 */
export function pages(summary) {
  return summary === undefined ? bookPages() : readPages(summary)
}

/** @type {{ changed: number, pages: Page[] } | undefined} */
let lastRead

/** @returns {Page[]} of src/SUMMARY.md, read again when it has changed */
function bookPages() {
  const file = path.join(srcDir, 'SUMMARY.md')
  const changed = statSync(file).mtimeMs
  if (lastRead?.changed !== changed) {
    lastRead = { changed, pages: readPages(readFileSync(file, 'utf8')) }
  }
  return lastRead.pages
}

/** @param {string} summary @returns {Page[]} */
function readPages(summary) {
  /** @type {Page[]} */
  const found = []
  let part = null
  let seenItem = false
  for (const line of summary.split('\n')) {
    const heading = /^#\s+(.+?)\s*$/.exec(line)
    if (heading) {
      // The first heading, before any link, is the title of the list itself.
      part = seenItem || heading[1] !== 'Summary' ? heading[1] : null
      continue
    }
    const item = /^(\s*)(?:[-*]\s+)?\[(.+)\]\((?:\.\/)?([^)]+\.md)\)/.exec(line)
    if (!item) continue
    seenItem = true
    const [, indent, title, file] = item
    found.push({ file, title, depth: indent.length > 0 ? 1 : 0, part })
  }
  return found
}

/**
 * @param {string} file of a page, below src/
 * @returns {string} where mdBook puts that page, below the site's folder
 */
export const siteFile = (file) =>
  file.replace(/(^|\/)README\.md$/, '$1index.md').replace(/\.md$/, '.html')

/**
 * The chapters, derived from src/SUMMARY.md: the only list of them.
 *
 * @param {string} [summary] the text of a SUMMARY.md
 */
export function chapters(summary) {
  const listed = pages(summary)
  const known = chaptersOf.get(listed)
  if (known) return [...known]
  const found = groupPages(listed)
  chaptersOf.set(listed, found)
  return [...found]
}

/** @type {WeakMap<Page[], Chapter[]>} */
const chaptersOf = new WeakMap()

/** @param {Page[]} listed @returns {Chapter[]} */
function groupPages(listed) {
  /** @type {Map<string, Chapter>} */
  const bySlug = new Map()
  for (const page of listed) {
    const match = /^((ch\d\d)-[a-z0-9-]+)\//.exec(page.file)
    if (!match) continue
    const [, slug, id] = match
    const chapter = bySlug.get(slug)
    if (chapter) {
      chapter.pages.push(page.file)
      continue
    }
    bySlug.set(slug, {
      id,
      slug,
      title: page.title,
      part: page.part,
      pages: [page.file],
      codeDir: path.join(codeDir, id),
    })
  }
  return [...bySlug.values()]
}

/**
 * @param {string | undefined} id as given
 * @throws {Error} that says which there are
 */
export function chapterNamed(id) {
  const all = chapters()
  const found = all.find((chapter) => chapter.id === id)
  if (found) return found
  const known = all.map((chapter) => chapter.id).join(', ')
  throw new Error(`got the chapter "${id ?? ''}"; expected one of ${known}`)
}

/**
 * The chapter that a page belongs to.
 *
 * @param {string} file path below src/
 * @returns {Chapter | undefined} undefined for the introduction
 */
export function chapterOf(file) {
  return chapters().find((chapter) => chapter.pages.includes(file))
}

/**
 * @param {{ id: string }} last a chapter
 * @returns {Chapter[]} the chapters up to that one
 */
export function chaptersUntil({ id }) {
  const all = chapters()
  return all.slice(0, all.findIndex((chapter) => chapter.id === id) + 1)
}

/**
 * @param {{ id: string }} chapter
 * @param {Chapter[]} [all] in the order of the book
 * @returns {boolean} whether another part begins after it, or none
 */
export function isLastOfPart({ id }, all = chapters()) {
  const index = all.findIndex((chapter) => chapter.id === id)
  return index >= 0 && all[index].part !== all[index + 1]?.part
}

/**
 * The chapter before this one that has a snapshot: what a listing is
 * compared with.
 *
 * @param {string} id `ch01`
 */
export function previousChapter(id) {
  const all = chapters()
  const index = all.findIndex((chapter) => chapter.id === id)
  // Of an id that is no chapter's, nothing is before.
  return all
    .slice(0, Math.max(index, 0))
    .reverse()
    .find((chapter) => existsSync(chapter.codeDir))
}
