import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { cacheDir, fromRoot, root } from './paths.js'

/**
 * @param {...(string | Uint8Array)} parts
 * @returns {string} a name for this content
 */
export function contentHash(...parts) {
  const hash = createHash('sha1')
  for (const part of parts) hash.update(`${part.length}:`).update(part)
  return hash.digest('base64url')
}

/** @type {string | undefined} */
let hashOfTools

/**
 * What is kept was made by the tools, by the packages that they use, and by
 * Node.js: with others of these, all is made again. Which module has a part in
 * what is not asked, so that none can be forgotten.
 */
function toolsHash() {
  if (hashOfTools !== undefined) return hashOfTools
  const modules = ['tools', 'common'].flatMap((folder) =>
    readdirSync(path.join(root, folder), {
      recursive: true,
      encoding: 'utf8',
    })
      .filter((name) => /(?<!\.test)\.(js|json)$/.test(name))
      .map((name) => path.join(root, folder, name)),
  )
  const packages = ['package.json', 'package-lock.json'].map((name) =>
    path.join(root, name),
  )
  hashOfTools = contentHash(
    process.version,
    ...[...modules.sort(), ...packages].flatMap((file) => [
      fromRoot(file),
      existsSync(file) ? readFileSync(file) : '',
    ]),
  )
  return hashOfTools
}

/**
 * What a pure function has returned for which content, in a file of .cache
 * that the next build reads. It holds what the last build asked for, so it
 * does not grow; without the file everything is computed, and nothing else
 * changes.
 *
 * @template Value that JSON can hold
 */
export class ContentCache {
  #file
  #version
  /** @type {Map<string, Value> | null} of the build before */
  #before = null
  /** @type {Map<string, Value>} */
  #used = new Map()
  #hasNew = false

  /**
   * @param {string} name of the file
   * @param {string} [version] of the function: another one starts anew
   */
  constructor(name, version = toolsHash()) {
    this.#file = path.join(cacheDir, 'book', `${name}.json`)
    this.#version = version
  }

  /**
   * @param {string} key made by contentHash of all that the value depends on
   * @param {() => Value} compute
   * @returns {Value}
   */
  get(key, compute) {
    const present = this.#used.get(key)
    if (present !== undefined) return present
    this.#before ??= this.#read()
    const known = this.#before.get(key)
    if (known === undefined) this.#hasNew = true
    const value = known ?? compute()
    this.#used.set(key, value)
    return value
  }

  #read() {
    try {
      const { version, values } = JSON.parse(readFileSync(this.#file, 'utf8'))
      if (version === this.#version) return new Map(values)
    } catch {
      // Not there yet, or half of one: it is made again.
    }
    return new Map()
  }

  /** Writes what was asked for, when there is anything new in it. */
  save() {
    if (!this.#hasNew) return
    mkdirSync(path.dirname(this.#file), { recursive: true })
    // Two builds may run at once: neither reads half of the other's file.
    const draft = `${this.#file}.${process.pid}`
    const values = [...this.#used]
    writeFileSync(draft, JSON.stringify({ version: this.#version, values }))
    renameSync(draft, this.#file)
    this.#hasNew = false
  }
}
