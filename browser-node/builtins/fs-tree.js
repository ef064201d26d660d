/**
 * The files of a program in a page: in memory, and gone with the run. Each
 * function does at once what node:fs does, and throws its errors.
 */
import { invalidArgType, nodeError } from './errors.js'
import { cwd } from './process.js'

/** Bytes of all files together. */
const CAPACITY = 64 * 1024 * 1024

/** @type {Record<string, [errno: number, description: string]>} */
const ERRORS = {
  EBADF: [-9, 'bad file descriptor'],
  EEXIST: [-17, 'file already exists'],
  EISDIR: [-21, 'illegal operation on a directory'],
  ENOENT: [-2, 'no such file or directory'],
  ENOSPC: [-28, 'no space left on device'],
  ENOTDIR: [-20, 'not a directory'],
  ENOTEMPTY: [-39, 'directory not empty'],
}

/**
 * @param {string} code
 * @param {string} syscall
 * @param {string} [path] as given
 * @param {string} [dest]
 */
export function failure(code, syscall, path, dest) {
  const [errno, description] = ERRORS[code]
  const from = path === undefined ? '' : ` '${path}'`
  const to = dest === undefined ? '' : ` -> '${dest}'`
  const message = `${code}: ${description}, ${syscall}${from}${to}`
  const error = Object.assign(new Error(message), { errno, code, syscall })
  if (path !== undefined) Object.assign(error, { path })
  return dest === undefined ? error : Object.assign(error, { dest })
}

/** A file, or a directory, which has entries. */
export class Inode {
  size = 0
  bytes = new Uint8Array(0)
  mtime = Date.now()
  /** @type {Map<string, Inode> | null} */
  entries

  /** @param {boolean} isDirectory */
  constructor(isDirectory) {
    this.entries = isDirectory ? new Map() : null
  }

  /** @param {number} size */
  resize(size) {
    used += size - this.size
    // What was removed is counted only when it matters.
    if (used > CAPACITY) used = total(root) + size - this.size
    if (used > CAPACITY) {
      used -= size - this.size
      throw failure('ENOSPC', 'write')
    }
    if (size > this.bytes.length) {
      const grown = new Uint8Array(Math.max(size, this.bytes.length * 2))
      grown.set(this.bytes.subarray(0, this.size))
      this.bytes = grown
    }
    // What is cut off must not come back.
    if (size < this.size) this.bytes.fill(0, size, this.size)
    this.size = size
    this.mtime = Date.now()
  }
}

let used = 0
const root = new Inode(true)
root.entries?.set('tmp', new Inode(true))

/** @param {Inode} inode @returns {number} bytes */
function total({ entries, size }) {
  let sum = size
  for (const inode of entries?.values() ?? []) sum += total(inode)
  return sum
}

/**
 * @param {any} path
 * @param {string} [name] of the argument
 * @returns {string} as given
 */
export function pathOf(path, name = 'path') {
  const text = path instanceof URL ? decodeURIComponent(path.pathname) : path
  if (typeof text === 'string') return text
  const expected = 'of type string or an instance of Buffer or URL'
  throw invalidArgType(name, expected, path)
}

/** @param {string} path @returns {string[]} from the root on */
function partsOf(path) {
  const absolute = path.startsWith('/') ? path : `${cwd()}/${path}`
  /** @type {string[]} */
  const parts = []
  for (const part of absolute.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts
}

/**
 * @param {string} path
 * @param {(code: string) => Error} fail
 * @returns {{ entries: Map<string, Inode>, name: string,
 *   inode: Inode | undefined }} entries: those of the directory that it is in
 */
export function locate(path, fail) {
  if (path === '') throw fail('ENOENT')
  const parts = partsOf(path)
  const name = parts.pop() ?? ''
  let directory = root
  for (const part of parts) {
    const next = directory.entries?.get(part)
    if (!next) throw fail('ENOENT')
    if (!next.entries) throw fail('ENOTDIR')
    directory = next
  }
  const entries = /** @type {Map<string, Inode>} */ (directory.entries)
  return { entries, name, inode: name === '' ? root : entries.get(name) }
}

/**
 * @param {any} path
 * @param {string} syscall for the error
 */
function find(path, syscall) {
  const text = pathOf(path)
  const fail = (/** @type {string} */ code) => failure(code, syscall, text)
  const { entries, name, inode } = locate(text, fail)
  if (!inode) throw fail('ENOENT')
  return { entries, name, inode, fail }
}

export class Stats {
  /** @param {Inode} inode */
  constructor({ entries, size, mtime }) {
    this.mode = entries ? 0o40755 : 0o100644
    this.size = size
    this.mtimeMs = mtime
    this.mtime = new Date(mtime)
  }

  isFile() {
    return this.mode === 0o100644
  }

  isDirectory() {
    return !this.isFile()
  }
}

/** @param {any} path @param {{ throwIfNoEntry?: boolean }} [options] */
export function stat(path, { throwIfNoEntry = true } = {}) {
  if (!throwIfNoEntry && !exists(path)) return undefined
  return new Stats(find(path, 'stat').inode)
}

/** @param {any} path */
export function access(path) {
  find(path, 'access')
}

/** @param {any} path */
export function exists(path) {
  try {
    find(path, 'access')
    return true
  } catch {
    return false
  }
}

/**
 * @param {any} path
 * @param {any} [options]
 * @returns {string | undefined} the first that was made, when recursive
 */
export function mkdir(path, options) {
  const text = pathOf(path)
  const fail = (/** @type {string} */ code) => failure(code, 'mkdir', text)
  if (!options?.recursive) {
    const { entries, name, inode } = locate(text, fail)
    if (inode) throw fail('EEXIST')
    entries.set(name, new Inode(true))
    return undefined
  }
  /** @type {string | undefined} */
  let first
  let directory = root
  let walked = ''
  for (const part of partsOf(text)) {
    if (!directory.entries) throw fail('ENOTDIR')
    walked += `/${part}`
    let next = directory.entries.get(part)
    if (!next) {
      next = new Inode(true)
      directory.entries.set(part, next)
      first ??= walked
    }
    directory = next
  }
  if (!directory.entries) throw fail('EEXIST')
  return first
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** @param {any} prefix @returns {string} the directory that was made */
export function mkdtemp(prefix) {
  const text = pathOf(prefix, 'prefix')
  const random = crypto.getRandomValues(new Uint8Array(6))
  const end = Array.from(random, (byte) => LETTERS[byte % LETTERS.length])
  const path = text + end.join('')
  const { entries, name } = locate(path, (code) =>
    failure(code, 'mkdtemp', `${text}XXXXXX`),
  )
  entries.set(name, new Inode(true))
  return path
}

/** @param {any} path @returns {string[]} names, in order */
export function readdir(path) {
  const { inode, fail } = find(path, 'scandir')
  if (!inode.entries) throw fail('ENOTDIR')
  return [...inode.entries.keys()].sort()
}

/** @param {any} path @param {{ force?: boolean, recursive?: boolean }} [options] */
export function rm(path, { force = false, recursive = false } = {}) {
  if (force && !exists(path)) return
  const { entries, name, inode } = find(path, 'lstat')
  if (inode.entries && !recursive) {
    const message = 'Path is a directory: rm returned EISDIR (is a directory)'
    throw nodeError('ERR_FS_EISDIR', `${message} ${path}`)
  }
  entries.delete(name)
}

/** @param {any} path */
export function unlink(path) {
  const { entries, name, inode, fail } = find(path, 'unlink')
  if (inode.entries) throw fail('EISDIR')
  entries.delete(name)
}

/** @param {any} oldPath @param {any} newPath */
export function rename(oldPath, newPath) {
  const [from, to] = [pathOf(oldPath, 'oldPath'), pathOf(newPath, 'newPath')]
  const fail = (/** @type {string} */ code) => failure(code, 'rename', from, to)
  const source = locate(from, fail)
  const target = locate(to, fail)
  if (!source.inode) throw fail('ENOENT')
  if (target.inode === source.inode) return
  const isOverDirectory = Boolean(target.inode?.entries)
  if (isOverDirectory && !source.inode.entries) throw fail('EISDIR')
  if (target.inode?.entries?.size) throw fail('ENOTEMPTY')
  if (target.inode && !isOverDirectory && source.inode.entries) {
    throw fail('ENOTDIR')
  }
  source.entries.delete(source.name)
  target.entries.set(target.name, source.inode)
}
