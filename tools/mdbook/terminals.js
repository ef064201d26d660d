/**
 * Which server a transcript wants beside it, and what a reader, who has two
 * terminals and one port, has to do in the other one before.
 */
import path from 'node:path'
import { textOf } from '../lib/files.js'
import { srcDir } from '../lib/paths.js'
import { chapters } from '../manuscript/chapters.js'
import { scan } from '../manuscript/markdown.js'
import { placesOf } from './typing.js'

/**
 * What is to be done before a transcript:
 *
 * - `start`: starts the server `name`
 * - `keep`: nothing, `name` runs already
 * - `again`: stops `name`, and starts it again
 * - `swap`: stops `former`, and starts `name`
 * - `stop`: stops `former`, since the transcript wants its port
 *
 * `end` says that it is for the end of the chapter, whatever runs until then.
 *
 * @typedef {object} Terminal
 * @property {'start' | 'keep' | 'again' | 'swap' | 'stop' | 'end'} kind
 * @property {string} name
 * @property {string} former
 */

/** @typedef {import('../manuscript/markdown.js').Fence} Fence */

/** @param {Fence} fence @returns {boolean} whether it starts a server itself */
const startsServer = ({ content }) =>
  content.some((line) => /^\$ (.*\s)?node\s.*[^&]&\s*$/.test(line))

/** What runs in the other terminal, from one transcript to the next. */
class OtherTerminal {
  #running = ''
  #isOld = false

  /** What the server was started from may have changed. */
  change() {
    this.#isOld = true
  }

  /**
   * @param {Fence} fence
   * @returns {Terminal | null} null when there is nothing to say
   */
  before(fence) {
    const { server, at, restart, 'no-run': noRun } = fence.attributes
    if (noRun !== undefined) return null
    const name = typeof server === 'string' ? server : ''
    const former = this.#running
    if (at === 'end') return { kind: 'end', name, former: '' }
    if (name === '') {
      if (former === '' || !startsServer(fence)) return null
      this.#running = ''
      return { kind: 'stop', name, former }
    }
    const isOld = this.#isOld || restart !== undefined
    this.#running = name
    this.#isOld = false
    if (former === '') return { kind: 'start', name, former }
    if (former !== name) return { kind: 'swap', name, former }
    return { kind: isOld ? 'again' : 'keep', name, former }
  }
}

/** Listings that change nothing in the reader's folder. */
const idle = new Set(['there', 'given'])

/** @type {Map<string, (Terminal | null)[]> | null} by page */
let known = null

/**
 * @param {import('../manuscript/chapters.js').Chapter} chapter
 * @param {OtherTerminal} other
 * @param {Map<string, (Terminal | null)[]>} found is added to
 */
function readChapter(chapter, other, found) {
  const places = placesOf(chapter)
  // Another folder, with the same names of files.
  other.change()
  for (const page of chapter.pages) {
    const text = textOf(path.join(srcDir, page))
    const own = [...(places.get(page) ?? [])]
    /** @type {(Terminal | null)[]} */
    const terminals = []
    for (const block of scan(text)) {
      if (block.type === 'directive' && block.name === 'listing') {
        const place = own.shift()
        const isOwn = !/^(steps|loop)\//.test(block.target)
        if (isOwn && place && !place.atEnd && !idle.has(place.kind)) {
          other.change()
        }
      }
      if (block.type === 'fence' && block.language === 'console') {
        terminals.push(other.before(block))
      }
    }
    found.set(page, terminals)
  }
}

/**
 * @param {string} page below src/
 * @returns {(Terminal | null)[]} of its transcripts, in order
 */
export function terminalsOf(page) {
  if (known === null) {
    known = new Map()
    const other = new OtherTerminal()
    for (const chapter of chapters()) readChapter(chapter, other, known)
  }
  return known.get(page) ?? []
}
