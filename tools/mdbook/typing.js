/**
 * Where each listing of a chapter goes, for those who type what they read: the
 * file as it stands after all listings before it, and what this one does to it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ContentCache, contentHash } from '../lib/content-cache.js'
import { textOf } from '../lib/files.js'
import { fromRoot, root, srcDir } from '../lib/paths.js'
import { previousChapter } from '../manuscript/chapters.js'
import { compareLines, cut } from '../manuscript/compare.js'
import {
  fileBefore,
  ListingError,
  listing,
  parseTarget,
  readLines,
  withoutLines,
} from '../manuscript/listing.js'
import { directives } from '../manuscript/markdown.js'
import { partsOf, SymbolError } from '../manuscript/symbols.js'

/** @typedef {import('../manuscript/compare.js').ListingLine} ListingLine */
/** @typedef {import('../manuscript/listing.js').Listing} Listing */
/** @typedef {import('../manuscript/symbols.js').Part} Part */

/**
 * What a reader does with a listing:
 *
 * - `new`: makes the file; `part`: makes it, and more of it follows; `piece`:
 *   makes it, and some of what follows goes above
 * - `copy`: makes it as a copy of the file `name`, and changes that
 * - `start`, `end`: adds it at that end of the file
 * - `above`, `below`: adds it beside the part `name`, or beside the `imports`
 * - `line`: adds it below the line `name`
 * - `open`, `close`: adds it at the beginning or end of the class `name`
 * - `change`: changes lines, which the listing shows among others
 * - `instead`: types it in the place of the part `name`
 * - `whole`: types the file anew
 * - `there`: nothing, since all of it is there
 * - `given`: reads it; it is a file of the repository
 * - `problem`: cannot do anything, for the reason `name`
 *
 * @typedef {object} Place
 * @property {string} kind
 * @property {string} name
 * @property {boolean} atEnd whether that is for the end of the chapter
 * @property {number[]} stale indexes of the lines that it shows as removed,
 *   and that an earlier listing has taken away
 * @property {Set<number>} [typed] numbers of the lines that an earlier listing
 *   has brought, for one that brings others among them
 */

/** @param {string} text */
const isBlank = (text) => text.trim() === ''

/** @param {string} kind @param {string} [name] @returns {Place} */
const place = (kind, name = '') => ({ kind, name, atEnd: false, stale: [] })

/**
 * @param {string} file below the chapter's code folder
 * @returns {boolean} whether readers get it and need not type it
 */
const isGiven = (file) =>
  /^(\.\.\/|test\/|exercises\/|quiz\/)/.test(file) || file.endsWith('.test.js')

/** One file of the reader's, as far as it has been typed. */
class TypedFile {
  /** @type {ListingLine[]} the lines before and after the chapter, merged */
  #marked
  /** @type {boolean[]} which of them the reader's file has */
  #has
  #name

  /**
   * @param {string[]} before
   * @param {string[]} after
   * @param {string} name for what it is made of
   */
  constructor(before, after, name) {
    this.#marked = compareLines(before, after)
    this.#has = this.#marked.map(({ kind }) => kind !== 'added')
    this.#name = name
  }

  /** @returns {number[]} the lines that the file has, blank ones left out */
  #present() {
    return [...this.#marked.keys()].filter(
      (i) => this.#has[i] && !isBlank(this.#marked[i].text),
    )
  }

  /**
   * @param {Listing} listing
   * @returns {number[]} the lines that belong to it, blank ones left out
   */
  #covered({ ranges: [first, ...closing], omitted }) {
    const marked = this.#marked
    const shown = new Set(cut(marked, first))
    for (const { start } of closing) {
      const line = marked.find(({ number }) => number === start)
      if (line) shown.add(line)
    }
    const lines = [...marked.keys()].filter((i) => shown.has(marked[i]))
    return lines.filter(
      (i) => !isBlank(marked[i].text) && !omitted.has(marked[i].number ?? -1),
    )
  }

  /** The file is a copy of another, and has what it shall have. */
  fill() {
    this.#has = this.#marked.map(({ kind }) => kind !== 'removed')
  }

  /**
   * Types a listing.
   *
   * @param {Listing} listing
   * @param {boolean} showsRemoved whether it shows what it takes away
   * @returns {Place}
   */
  type(listing, showsRemoved) {
    const covered = this.#covered(listing)
    const found = this.#place(covered, showsRemoved)
    const stale = showsRemoved ? this.#stale(listing) : []
    const typed = found.kind === 'change' ? this.#typed(covered) : undefined
    for (const i of covered) this.#has[i] = this.#marked[i].kind !== 'removed'
    return { ...found, stale, ...(typed && { typed }) }
  }

  /**
   * @param {number[]} covered
   * @returns {Set<number> | undefined} numbers of the chapter's lines that
   *   stand there already; undefined unless it brings others among them
   */
  #typed(covered) {
    const added = covered.filter((i) => isAdded(this.#marked[i]))
    const old = added.filter((i) => this.#has[i])
    if (old.length === 0 || old.length === added.length) return undefined
    return new Set(old.flatMap((i) => this.#marked[i].number ?? []))
  }

  /**
   * @param {Listing} listing
   * @returns {number[]} indexes into its lines: what it would remove again
   */
  #stale({ ranges: [range], omitted }) {
    const marked = this.#marked
    const lines = withoutLines(cut(marked, range), omitted)
    /** @param {number} i @returns {boolean} whether the file has it no more */
    const isGone = (i) => {
      if (!isBlank(marked[i].text)) return !this.#has[i]
      // A blank line goes with what was removed beside it.
      const beside = [i - 1, i + 1].find(
        (at) => marked[at]?.kind === 'removed' && !isBlank(marked[at].text),
      )
      return beside !== undefined && !this.#has[beside]
    }
    return [...lines.keys()].filter(
      (at) => isRemoved(lines[at]) && isGone(marked.indexOf(lines[at])),
    )
  }

  /**
   * @param {number[]} covered
   * @param {boolean} showsRemoved
   * @returns {Place}
   */
  #place(covered, showsRemoved) {
    const marked = this.#marked
    const fresh = covered.filter((i) => !this.#has[i] && isAdded(marked[i]))
    const gone = covered.filter((i) => this.#has[i] && isRemoved(marked[i]))
    const kept = covered.filter((i) => this.#has[i] && !isRemoved(marked[i]))
    const isWhole = marked.every(
      (line, i) => isRemoved(line) || isBlank(line.text) || covered.includes(i),
    )
    if (this.#present().length === 0) {
      const top = marked.findIndex(
        (line) => !isRemoved(line) && !isBlank(line.text),
      )
      if (isWhole) return place('new')
      return place(covered[0] === top ? 'part' : 'piece')
    }
    if (fresh.length + gone.length === 0) return place('there')
    if (isWhole) return place('whole')
    if (!showsRemoved && gone.length + kept.length > 0) {
      return place('instead', this.#replaced(covered))
    }
    if (kept.length + gone.length > 0) {
      return place('change', this.#enclosing(covered))
    }
    return this.#beside(fresh)
  }

  /**
   * @param {number[]} lines indexes into the merged lines
   * @returns {Part[]} the parts of the file to come that hold one of them
   */
  #partsAt(lines) {
    const after = this.#marked.filter((line) => !isRemoved(line))
    const numbers = lines.flatMap((i) => this.#marked[i].number ?? [])
    return this.#parse(after).filter(({ start, end }) =>
      numbers.some((number) => number >= start && number < end),
    )
  }

  /** @param {ListingLine[]} lines @returns {Part[]} */
  #parse(lines) {
    if (!/\.[mc]?js$/.test(this.#name)) return []
    try {
      return partsOf(lines.map(({ text }) => text).join('\n'), this.#name)
    } catch (error) {
      if (!(error instanceof SymbolError)) throw error
      // Half of a class has no parts; its lines are named instead.
      return []
    }
  }

  /** @returns {Part[]} of the file as it stands */
  #partsNow() {
    return this.#parse(this.#present().map((i) => this.#marked[i]))
  }

  /**
   * @param {number[]} covered
   * @returns {string} the parts that a listing replaces, with commas
   */
  #replaced(covered) {
    const present = this.#present()
    const own = new Set(covered)
    const isOwn = present.map((i) => own.has(i))
    const whole = this.#partsNow().filter(({ start, end }) =>
      isOwn.slice(start, end).every(Boolean),
    )
    const outer = whole.filter(
      ({ owner }) => !whole.some(({ name }) => name === owner),
    )
    const isNamed = (/** @type {number} */ at) =>
      outer.some(({ start, end }) => at >= start && at < end)
    if (isOwn.every((isCovered, at) => !isCovered || isNamed(at))) {
      return [...new Set(outer.map(({ name }) => name))].join(',')
    }
    throw new ListingError(
      `it replaces lines of ${this.#name} that it does not show; remove from=none`,
    )
  }

  /**
   * @param {number[]} covered
   * @returns {string} the only part that holds all of it; '' if none does
   */
  #enclosing(covered) {
    const numbers = covered.flatMap((i) => this.#marked[i].number ?? [])
    const around = this.#partsAt(covered).filter(({ start, end }) =>
      numbers.every((number) => number >= start && number < end),
    )
    // The innermost one begins last.
    return around.at(-1)?.name ?? ''
  }

  /**
   * @param {number[]} fresh lines that all are new
   * @returns {Place} what they are put beside
   */
  #beside(fresh) {
    const present = this.#present()
    const before = present.findLastIndex((i) => i < fresh[0])
    const after = before + 1
    if (after === present.length) return place('end')
    if (before === -1) return place('start')
    const parts = this.#partsNow()
    const closes = parts.find(({ head, end }) => head && end === after + 1)
    const opens = parts.find(({ head }) => head?.opening === before)
    if (opens) return place('open', opens.name)
    if (closes) return place('close', closes.name)
    const above = parts.find(({ end }) => end === after)
    if (above) return place('below', above.name)
    const below = parts.find(({ start }) => start === after)
    if (below) return place('above', below.name)
    return place('line', this.#marked[present[before]].text.trim())
  }
}

/** @param {ListingLine} line */
const isAdded = ({ kind }) => kind === 'added'
/** @param {ListingLine} line */
const isRemoved = ({ kind }) => kind === 'removed'

/**
 * @typedef {object} Typing
 * @property {Place[]} places of the listings of a page, in order
 * @property {string[]} problems
 */

/**
 * @param {import('../manuscript/markdown.js').Directive} directive
 * @param {string} folder of the chapter's code
 * @param {Map<string, TypedFile>} files by path, typed so far
 * @returns {Place}
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
    return place('copy', /** @type {string} */ (from))
  }
  const showsRemoved =
    before === null || shown.comparedWith === fromRoot(before)
  return file.type(shown, showsRemoved)
}

/**
 * @param {import('../manuscript/markdown.js').Directive} directive
 * @param {string} folder
 * @param {Map<string, TypedFile>} files
 * @param {boolean} atEnd
 * @returns {Place}
 */
function tryListing(directive, folder, files, atEnd) {
  try {
    return { ...typeListing(directive, folder, files), atEnd }
  } catch (error) {
    if (!(error instanceof ListingError)) throw error
    return place('problem', error.message)
  }
}

/** @typedef {import('../manuscript/chapters.js').Chapter} Chapter */

/**
 * By page, in order; null for a listing that cannot be shown.
 *
 * @typedef {Map<string, (Place | null)[]>} Places
 */

/**
 * @param {Chapter} chapter
 * @returns {Places}
 */
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

/** @type {ContentCache<[string, any[]][]>} */
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
  const stored = cache.get(contentOf(chapter), () =>
    [...followPages(chapter)].map(([page, places]) => [
      page,
      places.map(
        (one) => one && { ...one, ...(one.typed && { typed: [...one.typed] }) },
      ),
    ]),
  )
  const places = new Map(
    stored.map(([page, all]) => [
      page,
      all.map(
        (one) =>
          one && { ...one, ...(one.typed && { typed: new Set(one.typed) }) },
      ),
    ]),
  )
  known.set(chapter.id, places)
  return places
}
