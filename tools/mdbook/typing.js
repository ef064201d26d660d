/**
 * Where each listing of a chapter goes, for those who type what they read: the
 * file as it stands after all listings before it, and what this one does to it.
 */
import path from 'node:path'
import {
  fileBefore,
  isGiven,
  ListingError,
  listing,
  readLines,
} from '../book-model/listing.js'
import { directives } from '../book-model/markdown.js'
import { textOf } from '../lib/files.js'
import { fromRoot, srcDir } from '../lib/paths.js'
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
  files.set(name, file)
  if (isCopy && !known) {
    file.fill()
    return place('copy', from)
  }
  const isPlain = shown.comparedWith === null
  const showsRemoved =
    before === null || shown.comparedWith === fromRoot(before)
  const found = file.type(shown, { isPlain, showsRemoved })
  return isCopy ? { ...found, lines: shown.lines } : found
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

/** @type {Map<string, Places>} by chapter */
const known = new Map()

/**
 * Where the listings of a chapter go, page by page. It follows the English
 * pages, since translations show the same listings.
 *
 * @param {Chapter} chapter
 */
export function placesOf(chapter) {
  const present = known.get(chapter.id)
  if (present) return present
  const places = followPages(chapter)
  known.set(chapter.id, places)
  return places
}
