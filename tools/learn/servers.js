/** Where the readers' own servers are: `learn/servers.json`, by chapter. */
import { existsSync, readFileSync } from 'node:fs'
import { writeWhole } from './store.js'

export class Servers {
  /** @param {string} file absolute path */
  constructor(file) {
    this.file = file
  }

  /** @returns {Record<string, string>} empty where it cannot be read */
  #load() {
    if (!existsSync(this.file)) return {}
    try {
      const value = JSON.parse(readFileSync(this.file, 'utf8'))
      return typeof value === 'object' && value !== null ? value : {}
    } catch {
      return {}
    }
  }

  /**
   * @param {string} id of a chapter
   * @returns {string | null} absolute path; null where none has been said
   */
  of(id) {
    const known = this.#load()
    const app = Object.hasOwn(known, id) ? known[id] : null
    return typeof app === 'string' ? app : null
  }

  /** @param {string} id of a chapter @param {string} app absolute path */
  remember(id, app) {
    const known = this.#load()
    if (known[id] === app) return
    const text = JSON.stringify({ ...known, [id]: app }, null, 2)
    writeWhole(this.file, `${text}\n`)
  }
}
