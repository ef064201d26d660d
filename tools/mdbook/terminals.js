/**
 * Which server a transcript wants beside it, and what a reader, who has two
 * terminals and one port, has to do in the other one before.
 */
import path from 'node:path'
import { chapterOf } from '../book-model/chapters.js'
import { scan } from '../book-model/markdown.js'
import { textOf } from '../lib/files.js'
import { srcDir } from '../lib/paths.js'
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

/**
 * What runs beside a transcript.
 *
 * @typedef {object} Beside
 * @property {Terminal | null} terminal null when there is nothing to say
 * @property {'' | 'start' | 'keep'} stores what is to be said of the stores,
 *   in a third terminal: how they are started, that they run, or nothing
 */

/** @typedef {import('../book-model/markdown.js').Fence} Fence */

/** @param {Fence} fence @returns {boolean} whether it starts a server itself */
const startsServer = ({ content }) =>
  content.some((line) => /^\$ (.*\s)?node\s.*[^&]&\s*$/.test(line))

/** @param {Fence} fence @returns {string} the server that it wants; '' for none */
const serverOf = ({ attributes: { server } }) =>
  typeof server === 'string' ? server : ''

/** Listings that change nothing in the reader's folder. */
const idle = new Set(['there', 'given'])

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */

/** @param {string} page below src/ */
const textOfPage = (page) => textOf(path.join(srcDir, page))

/** @param {Chapter} chapter @returns {Map<string, Beside[]>} by page */
function readChapter(chapter) {
  const places = placesOf(chapter)
  // What ran before was stopped where the chapter begins.
  let running = ''
  // What the server was started from may have changed.
  let isOld = true
  let knowsStores = false

  /** @param {Fence} fence @returns {Terminal | null} */
  function terminalBefore(fence) {
    const { at, restart, stores, 'no-run': noRun } = fence.attributes
    if (noRun !== undefined) return null
    const name = serverOf(fence)
    const former = running
    if (at === 'end') return { kind: 'end', name, former: '' }
    if (name === '') {
      if (former === '' || !startsServer(fence)) return null
      running = ''
      return { kind: 'stop', name, former }
    }
    // It has not been told where the stores are.
    const isLate = stores !== undefined && !knowsStores
    const isAgain = isOld || isLate || restart !== undefined
    knowsStores ||= stores !== undefined
    running = name
    isOld = false
    if (former === '') return { kind: 'start', name, former }
    if (former !== name) return { kind: 'swap', name, former }
    return { kind: isAgain ? 'again' : 'keep', name, former }
  }

  /** @type {Map<string, Beside[]>} */
  const found = new Map()
  let saysHow = true
  for (const page of chapter.pages) {
    const own = [...(places.get(page) ?? [])]
    /** @type {Beside[]} */
    const terminals = []
    let saysThat = true
    for (const block of scan(textOfPage(page))) {
      if (block.type === 'directive' && block.name === 'listing') {
        const place = own.shift()
        const isOwn = !/^(steps|loop)\//.test(block.target)
        const isChange = place && !place.atEnd && !idle.has(place.kind)
        isOld ||= Boolean(isOwn && isChange)
      }
      if (block.type === 'fence' && block.language === 'console') {
        const { stores, at, 'no-run': noRun } = block.attributes
        const isAsked = stores !== undefined && noRun === undefined
        const isSaid = isAsked && at !== 'end' && saysThat
        const isKept = isSaid || (isAsked && at === 'end')
        terminals.push({
          terminal: terminalBefore(block),
          stores: isSaid && saysHow ? 'start' : isKept ? 'keep' : '',
        })
        if (isSaid) saysHow = saysThat = false
      }
    }
    found.set(page, terminals)
  }
  return found
}

/** @type {Map<string, Map<string, Beside[]>>} by chapter */
const known = new Map()

/**
 * @param {string} page below src/
 * @returns {Beside[]} of its transcripts, in order
 */
export function terminalsOf(page) {
  const chapter = chapterOf(page)
  if (!chapter) return []
  const terminals = known.get(chapter.id) ?? readChapter(chapter)
  known.set(chapter.id, terminals)
  return terminals.get(page) ?? []
}
