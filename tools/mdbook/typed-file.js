/** A file as a reader has it who types the listings of a chapter in order. */

import { changesOnly } from '../book-model/changes.js'
import { isBlank, isComment, isScript } from '../book-model/comments.js'
import { compareLines, compareSome, cut } from '../book-model/compare.js'
import {
  besideImports,
  Imports,
  importsOf,
  namesByLine,
} from '../book-model/imports.js'
import { ListingError, shownLines } from '../book-model/listing.js'
import { partsOf, SymbolError } from '../book-model/symbols.js'

/** @typedef {import('../book-model/compare.js').ListingLine} ListingLine */
/** @typedef {import('../book-model/imports.js').Change} Change */
/** @typedef {import('../book-model/listing.js').Listing} Listing */
/** @typedef {import('../book-model/symbols.js').Part} Part */

/**
 * What a reader does with a listing:
 *
 * - `new`: makes the file; `part`: makes it, and more of it follows; `piece`:
 *   makes it, and some of what follows goes above
 * - `copy`: makes it as a copy of the file `name`, and changes that
 * - `start`, `end`: adds it at that end of the file
 * - `above`, `below`: adds it beside the part `name`, or below the `imports`
 * - `line`: adds it below the line `name`
 * - `open`, `close`: adds it at the beginning or end of the class `name`
 * - `change`: changes lines, which the listing shows among others
 * - `instead`: types it in the place of the part `name`
 * - `whole`: types the file anew
 * - `there`: nothing, since all of it is there
 * - `given`: reads it; it is a file of the repository, or a comment
 * - `problem`: cannot do anything, for the reason `name`
 *
 * The imports that a listing needs stand among its lines, and go to those of
 * the file.
 *
 * @typedef {object} Place
 * @property {string} kind
 * @property {string} name
 * @property {boolean} atEnd whether that is for the end of the chapter
 * @property {ListingLine[]} [lines] that it shows; those of the file, if it
 *   shows these as they are
 * @property {boolean} [isSoFar] whether its marks tell what is new from what
 *   earlier listings have brought
 */

/** @param {ListingLine} line */
const isAdded = ({ kind }) => kind === 'added'
/** @param {ListingLine} line */
const isRemoved = ({ kind }) => kind === 'removed'

/** @param {string} kind @param {string} [name] @returns {Place} */
export const place = (kind, name = '') => ({ kind, name, atEnd: false })

/** What declares a name at the top of a file. */
const declared =
  /^(?:export )?(?:default )?(?:async )?(?:function\*?|class|const|let) ([\w$]+)/

/** @param {string} name */
const wordOf = (name) =>
  new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`)

/** One file of the reader's, as far as it has been typed. */
export class TypedFile {
  /** @type {ListingLine[]} lines before and after the chapter, merged */
  #marked
  /** @type {boolean[]} which of them the reader's file has */
  #has
  /** Whether there is such a file. */
  #exists
  #name
  #after
  #imports
  /** @type {import('../book-model/imports.js').Import[]} in the end */
  #statements

  /**
   * @param {string[]} before
   * @param {string[]} after
   * @param {string} name for what it is made of
   */
  constructor(before, after, name) {
    const [old, statements] = [before, after].map((lines) =>
      isScript(name) ? importsOf(lines) : [],
    )
    this.#marked = isScript(name)
      ? compareSome(before, after, besideImports)
      : compareLines(before, after)
    this.#has = this.#marked.map(({ kind }) => kind !== 'added')
    this.#exists = before.length > 0
    this.#name = name
    this.#after = after
    this.#statements = statements
    this.#imports = new Imports(old, statements)
  }

  /** @param {string} text @returns {boolean} whether it need not be typed */
  #isSilent(text) {
    return isBlank(text) || (isScript(this.#name) && isComment(text))
  }

  /** @returns {number[]} the lines of code that the file has */
  #present() {
    return [...this.#marked.keys()].filter(
      (i) => this.#has[i] && !this.#isSilent(this.#marked[i].text),
    )
  }

  /**
   * @param {Listing} listing
   * @returns {number[]} the lines that belong to it
   */
  #covered({ ranges: [first, ...closing], omitted }) {
    const marked = this.#marked
    const shown = new Set(cut(marked, first))
    for (const { start } of closing) {
      const line = marked.find(({ number }) => number === start)
      if (line) shown.add(line)
    }
    return [...marked.keys()].filter(
      (i) => shown.has(marked[i]) && !omitted.has(marked[i].number ?? -1),
    )
  }

  /** The file is a copy of another, and has what it shall have. */
  fill() {
    this.#has = this.#marked.map(({ kind }) => kind !== 'removed')
    this.#exists = true
    this.#imports.fill()
  }

  /**
   * Types a listing.
   *
   * @param {Listing} listing
   * @param {{ isPlain: boolean, showsRemoved: boolean }} look whether it marks
   *   nothing, and whether it shows what it takes away
   * @returns {Place}
   */
  type(listing, { isPlain, showsRemoved }) {
    const all = this.#covered(listing)
    const covered = all.filter((i) => !this.#isSilent(this.#marked[i].text))
    const { ranges, omitted } = listing
    const own = new Set(
      this.#statements.filter(
        ({ start }) =>
          start >= ranges[0].start &&
          start < ranges[0].end &&
          !omitted.has(start),
      ),
    )
    const { hasGaps } = listing
    const found = this.#place(covered, showsRemoved, own.size)
    if (hasGaps && found.kind === 'whole') {
      Object.assign(found, place('change', this.#enclosing(covered)))
    }
    const old = found.kind === 'change' ? this.#old(covered) : null
    const lines = shownLines(this.#marked, listing, this.#after)
      .filter((line) => !this.#isStale(line))
      .filter((line) => showsRemoved || !isRemoved(line))
      .map((line) => ({ ...line, kind: this.#kindOf(line, old, isPlain) }))
    const existed = this.#exists
    const fresh = covered.filter((i) => !this.#has[i])
    for (const i of all) this.#has[i] = this.#marked[i].kind !== 'removed'
    const isRead = found.kind === 'given'
    const takesAll = this.#isAll(covered) || this.#isOnlyImports(all)
    const changes = isRead ? [] : this.#bring(fresh, takesAll ? own : new Set())
    if (found.kind === 'there' && changes.some(isChange)) {
      Object.assign(found, place('change', 'imports'))
    }
    if (!isRead) this.#exists = true
    // What is typed anew as a whole replaces what was there.
    const isAnew = !existed || (isPlain && found.kind === 'whole')
    const imports = changes.flatMap((change) =>
      importLines(change, { isPlain, isAnew, own }),
    )
    const [first] = own
    const merged = withImports(lines, imports, first?.start ?? null)
    const shown = hasGaps ? changesOnly(merged) : merged
    return { ...found, lines: shown, ...(old && { isSoFar: true }) }
  }

  /**
   * @param {number[]} lines
   * @returns {boolean} whether they import types at the most
   */
  #isOnlyImports(lines) {
    return lines.every((i) => {
      const { text } = this.#marked[i]
      return isBlank(text) || /^\/\*\* @import /.test(text)
    })
  }

  /**
   * @param {number[]} fresh lines of code that are new
   * @param {Set<import('../book-model/imports.js').Import>} whole statements
   *   that come with all their names
   */
  #bring(fresh, whole) {
    if (this.#statements.length === 0 && this.#imports.isEmpty) return []
    const marked = this.#marked
    const names = namesByLine(this.#after.join('\n'), this.#name)
    /** @param {number[]} lines */
    const named = (lines) =>
      new Set(
        lines.flatMap((i) => [...(names.get(marked[i].number ?? -1) ?? [])]),
      )
    const present = this.#present()
    const leaving = present
      .filter((i) => isRemoved(marked[i]))
      .map((i) => marked[i].text)
    const gone = new Set(
      leaving.flatMap((text) => declared.exec(text)?.[1] ?? []),
    )
    const [inFresh, inAll] = [named(fresh), named(present)]
    return this.#imports.change(
      (one, name) =>
        inFresh.has(name) ||
        (inAll.has(name) && !gone.has(name)) ||
        whole.has(one),
      (name) => leaving.some((text) => wordOf(name).test(text)),
    )
  }

  /** @param {number[]} covered @returns {boolean} whether it is all the code */
  #isAll(covered) {
    return this.#marked.every(
      (line, i) =>
        isRemoved(line) || this.#isSilent(line.text) || covered.includes(i),
    )
  }

  /**
   * @param {number[]} covered
   * @returns {Set<number> | null} the lines that earlier listings have
   *   brought; null unless the listing brings others among them
   */
  #old(covered) {
    const added = covered.filter((i) => isAdded(this.#marked[i]))
    const old = added.filter((i) => this.#has[i])
    return old.length === 0 || old.length === added.length ? null : new Set(old)
  }

  /**
   * @param {ListingLine} line
   * @param {Set<number> | null} old
   * @param {boolean} isPlain
   * @returns {ListingLine['kind']}
   */
  #kindOf(line, old, isPlain) {
    const { kind, text } = line
    if (kind === 'gap' || kind === 'removed') return kind
    const plain = isPlain ? 'plain' : kind
    if (!old || (!isPlain && kind !== 'added')) return plain
    const isOld = isBlank(text) || this.#has[this.#indexOf(line)]
    return isOld ? 'context' : 'added'
  }

  /** @param {ListingLine} line */
  #indexOf(line) {
    return this.#marked.indexOf(line)
  }

  /**
   * @param {ListingLine} line
   * @returns {boolean} whether it is removed, and was removed before
   */
  #isStale(line) {
    if (!isRemoved(line)) return false
    const marked = this.#marked
    const at = this.#indexOf(line)
    if (!isBlank(line.text)) return !this.#has[at]
    // A blank line goes with what was removed beside it.
    const beside = [at - 1, at + 1].find(
      (i) => marked[i]?.kind === 'removed' && !isBlank(marked[i].text),
    )
    return beside !== undefined && !this.#has[beside]
  }

  /**
   * @param {number[]} covered
   * @param {boolean} showsRemoved
   * @param {number} imports how many statements it has in its range
   */
  #place(covered, showsRemoved, imports) {
    const marked = this.#marked
    const fresh = covered.filter((i) => !this.#has[i] && isAdded(marked[i]))
    const gone = covered.filter((i) => this.#has[i] && isRemoved(marked[i]))
    const kept = covered.filter((i) => this.#has[i] && !isRemoved(marked[i]))
    if (covered.length === 0 && imports === 0) return place('given')
    if (!this.#exists) {
      const top = marked.findIndex(
        (line) => !isRemoved(line) && !this.#isSilent(line.text),
      )
      if (covered.length > 0 && this.#isAll(covered)) return place('new')
      const isTop = covered.length === 0 || covered[0] === top
      return place(isTop ? 'part' : 'piece')
    }
    if (fresh.length + gone.length === 0) return place('there')
    const isWhole = imports === this.#statements.length && this.#isAll(covered)
    if (isWhole && this.#present().length > 0) return place('whole')
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
    const numbers = lines.flatMap((i) => this.#marked[i].number ?? [])
    return this.#parse(this.#after).filter(({ start, end }) =>
      numbers.some((number) => number >= start && number < end),
    )
  }

  /** @param {string[]} lines @returns {Part[]} */
  #parse(lines) {
    if (!isScript(this.#name)) return []
    try {
      return partsOf(lines.join('\n'), this.#name)
    } catch (error) {
      if (!(error instanceof SymbolError)) throw error
      // Half of a class has no parts; its lines are named instead.
      return []
    }
  }

  /** @returns {Part[]} of the file as it stands */
  #partsNow() {
    return this.#parse(this.#present().map((i) => this.#marked[i].text))
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
    if (before === -1) {
      return this.#imports.isEmpty ? place('start') : place('below', 'imports')
    }
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

/** @param {Change} change */
const isChange = ({ was, now }) => was.join('\n') !== now.join('\n')

/**
 * @param {Change} change
 * @param {{ isPlain: boolean, isAnew: boolean,
 *   own: Set<import('../book-model/imports.js').Import> }} look
 * @returns {ListingLine[]} what a listing shows of it
 */
function importLines(change, { isPlain, isAnew, own }) {
  const { target, was, now } = change
  const isOwn = target !== undefined && own.has(target)
  if (!isChange(change) && !isOwn) return []
  const before = isAnew || (isPlain && !isChange(change)) ? [] : was
  return compareLines(before, now).map((line) => ({
    ...line,
    kind: isPlain && before.length === 0 ? 'plain' : line.kind,
    number: null,
  }))
}

/**
 * @param {ListingLine[]} lines
 * @param {ListingLine[]} imports
 * @param {number | null} at where the listing shows some among its lines;
 *   null where it does not
 * @returns {ListingLine[]}
 */
function withImports(lines, imports, at) {
  if (at === null) {
    const rest = trimmed(lines)
    // Where nothing of a listing is marked, all of it is new.
    const isMarked = [...imports, ...rest].some(
      ({ kind }) => kind === 'removed' || kind === 'context',
    )
    const isCompared = isMarked || rest.some(({ kind }) => kind === 'added')
    /** @type {ListingLine['kind']} */
    const fresh = isCompared ? 'added' : 'plain'
    const brought = imports.map((line) => ({
      ...line,
      kind: ['plain', 'added'].includes(line.kind) ? fresh : line.kind,
      isBrought: true,
    }))
    if (brought.length === 0 || rest.length === 0) return [...brought, ...rest]
    const kind = brought.every((line) => line.kind === 'plain')
      ? /** @type {const} */ ('plain')
      : 'context'
    return [
      ...brought,
      { kind, text: '', number: null, isBrought: true },
      ...rest,
    ]
  }
  const below = lines.findIndex(({ number }) => (number ?? -1) > at)
  const index = below === -1 ? lines.length : below
  return trimmed([...lines.slice(0, index), ...imports, ...lines.slice(index)])
}

/**
 * @param {ListingLine[]} lines
 * @returns {ListingLine[]} without blank ones at the ends, or two in a row
 */
const trimmed = (lines) =>
  lines
    .filter(
      ({ text }, i) => !(isBlank(text) && isBlank(lines[i - 1]?.text ?? '')),
    )
    .filter(({ text }, i, left) => !(isBlank(text) && i === left.length - 1))
