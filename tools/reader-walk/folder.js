/**
 * The folder of somebody who follows the book: below it, one folder per
 * chapter. A chapter's begins as a copy of the one before.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { root } from '../lib/paths.js'
import { isTyped, readLines } from '../manuscript/listing.js'
import { openWorkspace } from '../transcripts/workspace.js'
import { seenBy } from './loads.js'

/** What a chapter leaves to the next. */
const isKept = (/** @type {string} */ file) =>
  isTyped(file) || file === 'package.json' || /^(steps|loop|bench)\//.test(file)

/** Where a reader's clone of the repository is, in the home folder. */
const clone = 'nodejs-is-faster-than-you-think'

/** The entries of package.json by which programs behave as they do. */
const meaningful = ['name', 'type', 'exports', 'imports', 'bin']

/**
 * @param {string} folder absolute path
 * @returns {string[]} its files, below it
 */
function filesOf(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path.relative(folder, path.join(entry.parentPath, entry.name)),
    )
    .map((file) => file.split(path.sep).join('/'))
    .sort()
}

/** @param {string[]} lines */
const withoutBlanks = (lines) => lines.filter((line) => line.trim() !== '')

/**
 * @param {string} file absolute path of a snapshot's
 * @param {string} text of the reader's
 * @returns {string} the first difference; '' if there is none
 */
function difference(file, text) {
  const wanted = withoutBlanks(readLines(file))
  const typed = withoutBlanks(text.split('\n'))
  for (let i = 0; i < Math.max(wanted.length, typed.length); i++) {
    if (wanted[i] === typed[i]) continue
    return `it has ${typed[i] === undefined ? 'nothing' : `"${typed[i].trim()}"`} where the snapshot has ${wanted[i] === undefined ? 'nothing more' : `"${wanted[i].trim()}"`}`
  }
  return ''
}

/**
 * @param {import('../manuscript/chapters.js').Chapter} chapter
 * @param {import('../manuscript/chapters.js').Chapter | undefined} before
 */
export async function openFolder(chapter, before) {
  const workspace = await openWorkspace(before?.id ?? chapter.id)
  const { folder: books } = workspace
  const own = path.join(books, chapter.id)
  const start = before ? path.join(books, before.id) : books
  // What later chapters have is not there yet, and what readers get of a clone
  // is in the clone.
  for (const name of readdirSync(books)) {
    const isEarlier = /^ch\d\d$/.test(name) && name < chapter.id
    if (!isEarlier) rmSync(path.join(books, name), { recursive: true })
  }
  if (before) {
    for (const file of filesOf(start).filter((name) => !isKept(name))) {
      rmSync(path.join(start, file))
    }
  }
  symlinkSync(root, path.join(workspace.env.HOME, clone))

  return {
    ...workspace,
    /** Where the chapter's first command is typed. */
    start,
    own,

    /** @param {string} file below the chapter's folder */
    read(file) {
      const absolute = path.join(own, file)
      if (!existsSync(absolute)) return null
      return workspace.toShown(readFileSync(absolute, 'utf8'))
    },

    /** @param {string} file @param {string} text as the page has it */
    write(file, text) {
      const absolute = path.join(own, file)
      mkdirSync(path.dirname(absolute), { recursive: true })
      writeFileSync(absolute, workspace.toReal(text))
    },

    /**
     * @param {string} file of tests, absolute path
     * @returns {string} what they can tell of the folder, as one text
     */
    stateFor(file) {
      if (!existsSync(own)) return ''
      const names = [...seenBy(file, own), 'package.json']
      return JSON.stringify(names.map((name) => [name, this.read(name)]))
    },

    /**
     * @param {string} name
     * @returns {string} absolute path of a copy, which goes when this goes
     */
    copy(name) {
      const copies = path.join(workspace.env.HOME, '..', 'copies')
      const target = path.join(copies, name, chapter.id)
      if (existsSync(own)) cpSync(own, target, { recursive: true })
      return target
    },

    /** Whether its programs are those of the chapter before. */
    isUntouched() {
      if (!before) return false
      return filesOf(own)
        .filter(isTyped)
        .every((file) => {
          const former = path.join(start, file)
          return (
            existsSync(former) &&
            readFileSync(former, 'utf8') ===
              readFileSync(path.join(own, file), 'utf8')
          )
        })
    },

    /**
     * Holds the folder against the chapter's snapshot.
     *
     * @param {Iterable<string>} typed files that the pages have shown
     * @returns {string[]} what differs
     */
    compare(typed) {
      const wanted = filesOf(chapter.codeDir).filter(isTyped)
      const names = new Set([...wanted, ...filesOf(own).filter(isTyped)])
      for (const file of typed) names.add(file)
      const found = [...names].sort().flatMap((file) => {
        const text = this.read(file)
        const snapshot = path.join(chapter.codeDir, file)
        if (text === null) return [`${file} was never typed`]
        if (!existsSync(snapshot)) {
          return [`${file} is there, and the snapshot does not have it`]
        }
        const what = difference(snapshot, text)
        return what ? [`${file}: ${what}`] : []
      })
      return [...found, ...this.comparePackage()]
    },

    /** @returns {string[]} */
    comparePackage() {
      const text = this.read('package.json')
      if (text === null) return ['package.json was never made']
      const typed = JSON.parse(text)
      const snapshot = JSON.parse(
        readFileSync(path.join(chapter.codeDir, 'package.json'), 'utf8'),
      )
      return meaningful
        .filter((name) => {
          const [a, b] = [typed[name], snapshot[name]]
          return JSON.stringify(a) !== JSON.stringify(b)
        })
        .map(
          (name) =>
            `package.json: "${name}" is ${JSON.stringify(typed[name])}, and ${JSON.stringify(snapshot[name])} in the snapshot`,
        )
    },
  }
}
