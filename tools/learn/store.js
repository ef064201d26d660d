/** Progress on disk. */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import {
  emptyProgress,
  formatProgress,
  ProgressError,
  parseProgress,
} from '../../common/progress.js'

/** @typedef {import('../../common/progress.js').Progress} Progress */

/**
 * Writes a file so that a reader of it sees all of it or nothing.
 *
 * @param {string} file absolute path
 * @param {string} text
 */
export function writeWhole(file, text) {
  mkdirSync(path.dirname(file), { recursive: true })
  const part = `${file}.${process.pid}.part`
  try {
    writeFileSync(part, text, { flush: true })
    renameSync(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

export class Store {
  /**
   * @param {string} file absolute path
   * @param {(kept: string, reason: string) => void} damaged told where a file
   *   that cannot be read has been put, and what is wrong with it
   */
  constructor(file, damaged) {
    this.file = file
    this.damaged = damaged
  }

  /**
   * @returns {Progress} empty when there is none yet. A damaged file is moved
   *   aside first
   * @throws {ProgressError} when a later version of the book wrote the file
   */
  load() {
    if (!existsSync(this.file)) return emptyProgress()
    try {
      return parseProgress(readFileSync(this.file, 'utf8'))
    } catch (error) {
      if (!(error instanceof ProgressError) || error.newer) throw error
      this.damaged(this.#setAside(), error.message)
      return emptyProgress()
    }
  }

  /** @returns {string} the name that the file has now */
  #setAside() {
    let number = 1
    const { dir, name, ext } = path.parse(this.file)
    const kept = () => path.join(dir, `${name}.damaged-${number}${ext}`)
    while (existsSync(kept())) number += 1
    renameSync(this.file, kept())
    return kept()
  }

  /**
   * Reads again first: another terminal may have written in the meantime.
   *
   * @param {(progress: Progress) => Progress} change
   */
  update(change) {
    const before = this.load()
    const after = formatProgress(change(before))
    if (existsSync(this.file) && after === formatProgress(before)) return
    writeWhole(this.file, after)
  }
}
