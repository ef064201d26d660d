/**
 * Where each listing of a chapter goes, for those who type what they read: the
 * file as it stands after all listings before it, and what this one does to it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { previousChapter } from '../book-model/chapters.js'
import {
  fileBefore,
  isGiven,
  ListingError,
  listing,
  parseTarget,
  readLines,
  resolveTarget,
} from '../book-model/listing.js'
import { directives } from '../book-model/markdown.js'
import { ContentCache, contentHash } from '../lib/content-cache.js'
import { textOf } from '../lib/files.js'
import { fromRoot, root, srcDir } from '../lib/paths.js'
import { place, TypedFile } from './typed-file.js'

/** @typedef {import('./typed-file.js').Place} Place */

/**
 * @param {import('../book-model/markdown.js').Directive} directive
 * @param {string} folder of the chapter's code
 * @param {Map<string, TypedFile>} files by path, typed so far
 */
function typeListing({ target, attributes }, folder, files) {
  const { from, without } = attributes
  const shown = listing(target, folder, from, without)
  const name = path.relative(folder, shown.file).split(path.sep).join('/')
  if (isGiven(name)) return place('given')
  const before = fileBefore(shown.file)
  const isCopy = from !== undefined && from !== 'none'
  const known = files.get(name)
  const file =
    known ??
    new TypedFile(
      before ? readLines(before) : [],
      readLines(shown.file),
      fromRoot(shown.file),
    )
  if (isCopy && !known) return typeCopy(shown, from, folder, file, files)
  files.set(name, file)
  const isPlain = shown.comparedWith === null
  const showsRemoved =
    before === null || shown.comparedWith === fromRoot(before)
  const found = file.type(shown, { isPlain, showsRemoved })
  const isFilled = isCopy && !partly.has(file)
  return isFilled ? { ...found, lines: shown.lines } : found
}

/**
 * Copies of which later listings show the other changes.
 *
 * @type {WeakSet<TypedFile>}
 */
const partly = new WeakSet()

/**
 * @param {import('../book-model/listing.js').Listing} shown
 * @param {string} from
 * @param {string} folder
 * @param {TypedFile} file not there yet
 * @param {Map<string, TypedFile>} files
 */
function typeCopy(shown, from, folder, file, files) {
  const name = path.relative(folder, shown.file).split(path.sep).join('/')
  const copy = new TypedFile(
    readLines(resolveTarget(from, folder)),
    readLines(shown.file),
    fromRoot(shown.file),
  )
  const look = { isPlain: false, showsRemoved: true }
  const { lines } = copy.type(shown, look)
  if (copy.isDone) {
    file.fill()
    files.set(name, file)
    return place('copy', from)
  }
  partly.add(copy)
  files.set(name, copy)
  return { ...place('copy', from), lines }
}

/**
 * @param {import('../book-model/markdown.js').Directive} directive
 * @param {string} folder
 * @param {Map<string, TypedFile>} files
 * @param {boolean} atEnd
 */
function tryListing(directive, folder, files, atEnd) {
  try {
    return { ...typeListing(directive, folder, files), atEnd }
  } catch (error) {
    if (!(error instanceof ListingError)) throw error
    return place('problem', error.message)
  }
}

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */

/**
 * By page, in order; null for a listing that cannot be shown.
 *
 * @typedef {Map<string, (Place | null)[]>} Places
 */

/** @param {Chapter} chapter */
function followPages(chapter) {
  /** @type {Map<string, TypedFile>} */
  const files = new Map()
  /** @type {Places} */
  const places = new Map()
  /** @type {(() => void)[]} */
  const forTheEnd = []
  for (const page of chapter.pages) {
    const found = listingsOf(page)
    /** @type {(Place | null)[]} */
    const own = found.map(() => null)
    for (const [i, directive] of found.entries()) {
      const atEnd = directive.attributes.at === 'end'
      const type = () => {
        own[i] = tryListing(directive, chapter.codeDir, files, atEnd)
      }
      if (atEnd) forTheEnd.push(type)
      else type()
    }
    places.set(page, own)
  }
  for (const type of forTheEnd) type()
  return places
}

/** @param {string} page below src/ */
const listingsOf = (page) =>
  directives(textOf(path.join(srcDir, page)), 'listing')

/** @type {Map<string, string>} by folder */
const treeHashes = new Map()

/**
 * @param {string} folder absolute path
 * @returns {string} another one when a program below it has changed
 */
function treeHash(folder) {
  const known = treeHashes.get(folder)
  if (known !== undefined) return known
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.\w+$/.test(name) && !/\bnode_modules\b/.test(name))
    .sort()
  const hash = contentHash(
    ...files.flatMap((name) => [name, readIfFile(path.join(folder, name))]),
  )
  treeHashes.set(folder, hash)
  return hash
}

/** @param {string} file */
function readIfFile(file) {
  try {
    return readFileSync(file)
  } catch {
    // A folder may have a dot in its name.
    return ''
  }
}

/**
 * @param {Chapter} chapter
 * @returns {string} another one when what `followPages` reads has changed
 */
function contentOf(chapter) {
  const listings = chapter.pages.map((page) =>
    listingsOf(page).map(({ target, attributes }) => ({ target, attributes })),
  )
  const folders = new Set([chapter.codeDir])
  const files = new Set([path.join(srcDir, chapter.slug, 'ranges.json')])
  for (const { target } of listings.flat()) {
    const { name } = parseTarget(target)
    if (!name.startsWith('code/')) continue
    const [, id] = /^code\/(ch\d\d)\//.exec(name) ?? []
    if (id) folders.add(path.join(root, 'code', id))
    else files.add(path.join(root, name))
  }
  for (const folder of [...folders]) {
    const before = previousChapter(path.basename(folder))
    if (before) folders.add(before.codeDir)
  }
  return contentHash(
    JSON.stringify([chapter.id, chapter.pages, listings]),
    ...[...folders].flatMap((folder) => [fromRoot(folder), treeHash(folder)]),
    ...[...files].flatMap((file) => [fromRoot(file), textOf(file)]),
  )
}

/** @type {ContentCache<[string, (Place | null)[]][]>} */
const cache = new ContentCache('typing')

/** Writes down where the listings of this build go, for the next one. */
export const savePlaces = () => cache.save()

/** @type {Map<string, Places>} by chapter */
const known = new Map()

/**
 * Where the listings of a chapter go, page by page. It follows the English
 * pages, since translations show the same listings.
 *
 * @param {Chapter} chapter
 * @returns {Places}
 */
export function placesOf(chapter) {
  const present = known.get(chapter.id)
  if (present) return present
  const stored = cache.get(contentOf(chapter), () => [...followPages(chapter)])
  const places = new Map(stored)
  known.set(chapter.id, places)
  return places
}
