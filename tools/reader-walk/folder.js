/**
 * The folder of a reader who follows the book: below it, one folder per
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
import { isComment, isScript } from '../book-model/comments.js'
import { isTyped, readLines } from '../book-model/listing.js'
import { clone } from '../book-model/starts.js'
import { filesBelow, readJson } from '../lib/files.js'
import { root } from '../lib/paths.js'
import { openWorkspace } from '../transcripts/workspace.js'
import { seenBy } from './loads.js'
import { fillIn } from './type.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */
/** @typedef {import('../transcripts/workspace.js').Workspace} Workspace */

/** What a chapter leaves to the next. */
const isKept = (/** @type {string} */ file) =>
  isTyped(file) || file === 'package.json' || /^(steps|loop|bench)\//.test(file)

/** The entries of package.json by which programs behave as they do. */
const meaningful = ['name', 'type', 'exports', 'imports', 'bin']

/**
 * @param {string} file
 * @param {string[]} lines
 * @returns {string[]} those that must be typed
 */
const typedLines = (file, lines) =>
  lines.filter(
    (line) => line.trim() !== '' && !(isScript(file) && isComment(line)),
  )

/**
 * @param {string} file absolute path of a snapshot's
 * @param {string} text of the reader's
 * @returns {string} the first difference; '' if there is none
 */
function difference(file, text) {
  const wanted = typedLines(file, readLines(file))
  const typed = typedLines(file, text.split('\n'))
  for (let i = 0; i < Math.max(wanted.length, typed.length); i++) {
    if (wanted[i] === typed[i]) continue
    return `it has ${typed[i] === undefined ? 'nothing' : `"${typed[i].trim()}"`} where the snapshot has ${wanted[i] === undefined ? 'nothing more' : `"${wanted[i].trim()}"`}`
  }
  return ''
}

/**
 * @param {string} own absolute path of a reader's folder
 * @param {string} snapshot absolute path
 * @returns {string[]} what their package.json say otherwise
 */
function packageDifferences(own, snapshot) {
  if (!existsSync(path.join(own, 'package.json'))) {
    return ['package.json was never made']
  }
  const [typed, wanted] = [own, snapshot].map((folder) =>
    readJson(path.join(folder, 'package.json')),
  )
  return meaningful
    .map((name) => [
      name,
      ...[typed, wanted].map((it) => JSON.stringify(it[name])),
    ])
    .filter(([, a, b]) => a !== b)
    .map(
      ([name, a, b]) =>
        `package.json: "${name}" is ${a}, and ${b} in the snapshot`,
    )
}

/**
 * @param {string} copy absolute path of a folder of snapshots
 * @param {string} id of the chapter that is to be typed there
 */
function removeLater(copy, id) {
  // What later chapters have is not there yet, and what readers get of a clone
  // is in the clone.
  for (const name of readdirSync(copy)) {
    const isEarlier = /^ch\d\d$/.test(name) && name < id
    if (!isEarlier) rmSync(path.join(copy, name), { recursive: true })
  }
}

/** A chapter's folder, and the one that it begins as a copy of. */
export class ReaderFolder {
  #chapter
  #before

  /**
   * @param {Workspace} workspace
   * @param {Chapter} chapter
   * @param {Chapter | undefined} before
   */
  constructor(workspace, chapter, before) {
    this.workspace = workspace
    this.#chapter = chapter
    this.#before = before
    this.own = path.join(workspace.folder, chapter.id)
    /** Where the chapter's first command is typed. */
    this.start = before
      ? path.join(workspace.folder, before.id)
      : workspace.folder
  }

  /** Whether no chapter is before it. */
  get isFirst() {
    return this.#before === undefined
  }

  /** @param {string} file below the chapter's folder */
  read(file) {
    const absolute = path.join(this.own, file)
    if (!existsSync(absolute)) return null
    return this.workspace.toShown(readFileSync(absolute, 'utf8'))
  }

  /** @param {string} file @param {string} text as the page has it */
  write(file, text) {
    const absolute = path.join(this.own, file)
    mkdirSync(path.dirname(absolute), { recursive: true })
    writeFileSync(absolute, this.workspace.toReal(text))
  }

  /**
   * @param {string} file
   * @param {string} text as it was typed
   * @returns {string} with what need not be typed
   */
  fillIn(file, text) {
    const snapshot = path.join(this.#chapter.codeDir, file)
    if (!isScript(file) || !existsSync(snapshot)) return text
    return fillIn(text, readFileSync(snapshot, 'utf8'))
  }

  /**
   * @param {string} file of tests, absolute path
   * @returns {string} what they can tell of the folder, as one text
   */
  stateFor(file) {
    if (!existsSync(this.own)) return ''
    const names = [...seenBy(file, this.own), 'package.json']
    return JSON.stringify(names.map((name) => [name, this.read(name)]))
  }

  /**
   * @param {string} name
   * @returns {string} absolute path of a copy, which goes when this goes
   */
  copy(name) {
    // Below the project, where programs find the packages that they import.
    const copies = path.join(this.workspace.project, 'copies')
    const target = path.join(copies, name, this.#chapter.id)
    if (existsSync(this.own)) cpSync(this.own, target, { recursive: true })
    return target
  }

  /** Whether its programs are those of the chapter before. */
  isUntouched() {
    if (!this.#before) return false
    return filesBelow(this.own)
      .filter(isTyped)
      .every((file) => {
        const former = path.join(this.start, file)
        return (
          existsSync(former) &&
          readFileSync(former, 'utf8') ===
            readFileSync(path.join(this.own, file), 'utf8')
        )
      })
  }

  /**
   * Holds the folder against the chapter's snapshot.
   *
   * @param {Iterable<string>} typed files that the pages have shown
   * @returns {string[]} what differs
   */
  compare(typed) {
    const { codeDir } = this.#chapter
    const programs = [...filesBelow(codeDir), ...filesBelow(this.own)].filter(
      isTyped,
    )
    const names = new Set([...programs, ...typed])
    const found = [...names].sort().flatMap((file) => this.#compareFile(file))
    return [...found, ...packageDifferences(this.own, codeDir)]
  }

  /** @param {string} file @returns {string[]} */
  #compareFile(file) {
    const text = this.read(file)
    const snapshot = path.join(this.#chapter.codeDir, file)
    if (text === null) return [`${file} was never typed`]
    if (!existsSync(snapshot)) {
      return [`${file} is there, and the snapshot does not have it`]
    }
    const what = difference(snapshot, text)
    return what ? [`${file}: ${what}`] : []
  }

  close() {
    this.workspace.close()
  }
}

/**
 * @param {Chapter} chapter
 * @param {Chapter | undefined} before
 * @returns {Promise<ReaderFolder>} where the chapter's own folder is to be made
 */
export async function openFolder(chapter, before) {
  const workspace = await openWorkspace(before?.id ?? chapter.id)
  const folder = new ReaderFolder(workspace, chapter, before)
  removeLater(workspace.folder, chapter.id)
  if (before) {
    for (const file of filesBelow(folder.start).filter(
      (name) => !isKept(name),
    )) {
      rmSync(path.join(folder.start, file))
    }
  }
  symlinkSync(root, path.join(workspace.home, clone))
  return folder
}
