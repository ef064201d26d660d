/** Which files are saved, below some folders. */
import { readdirSync, statSync, watch } from 'node:fs'
import path from 'node:path'

/** Folders that hold what was installed or built. */
const isLeftOut = (/** @type {string} */ name) =>
  name.startsWith('.') || ['node_modules', 'target', 'local'].includes(name)

/**
 * Watches files and folders, with all that is below them. Each folder is
 * watched for itself: not every system and every Node can watch a tree.
 */
export class Watcher {
  /** @type {Map<string, import('node:fs').FSWatcher>} by absolute path */
  #watched = new Map()
  /** @type {Set<string>} */
  #saved = new Set()
  /** @type {NodeJS.Timeout | undefined} */
  #timer
  #onSaved
  #settled

  /**
   * @param {string[]} paths absolute
   * @param {(files: string[]) => void} onSaved
   * @param {number} [settled] ms: an editor writes a file in several steps
   */
  constructor(paths, onSaved, settled = 15) {
    this.#onSaved = onSaved
    this.#settled = settled
    for (const one of paths) this.#watch(one)
  }

  /** @param {string} target absolute path of a file or folder */
  #watch(target) {
    if (this.#watched.has(target)) return
    const stat = statSync(target, { throwIfNoEntry: false })
    if (!stat) return
    try {
      const watcher = watch(target, (_, name) => {
        this.#note(
          stat.isDirectory() && name ? path.join(target, name) : target,
        )
      })
      watcher.on('error', () => this.#leave(target))
      this.#watched.set(target, watcher)
    } catch {
      // It has gone in the meantime.
      return
    }
    if (!stat.isDirectory()) return
    for (const entry of readdirSync(target, { withFileTypes: true })) {
      if (entry.isDirectory() && !isLeftOut(entry.name)) {
        this.#watch(path.join(target, entry.name))
      }
    }
  }

  /** @param {string} target */
  #leave(target) {
    this.#watched.get(target)?.close()
    this.#watched.delete(target)
  }

  /** @param {string} file */
  #note(file) {
    if (isLeftOut(path.basename(file))) return
    const stat = statSync(file, { throwIfNoEntry: false })
    if (stat?.isDirectory()) this.#watch(file)
    // A folder that is made again under the same name has another watcher.
    else if (!stat) this.#leave(file)
    this.#saved.add(file)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      const files = [...this.#saved]
      this.#saved.clear()
      this.#onSaved(files)
    }, this.#settled)
  }

  close() {
    clearTimeout(this.#timer)
    for (const target of [...this.#watched.keys()]) this.#leave(target)
  }
}
