/**
 * The file system of a program in a page: in memory, and gone with the run.
 * Each function here does at once what node:fs does, and throws its errors.
 */
import { Buffer } from './buffer.js'
import {
  checkInteger,
  invalidArgType,
  invalidArgValue,
  nodeError,
  outOfRange,
} from './errors.js'
import { cwd } from './process.js'

/** @typedef {'file' | 'directory' | 'device'} Kind */

/** Bytes of all files together. */
const CAPACITY = 64 * 1024 * 1024

/** @type {Record<string, [errno: number, description: string]>} */
const ERRORS = {
  EACCES: [-13, 'permission denied'],
  EBADF: [-9, 'bad file descriptor'],
  EEXIST: [-17, 'file already exists'],
  EINVAL: [-22, 'invalid argument'],
  EISDIR: [-21, 'illegal operation on a directory'],
  ENOENT: [-2, 'no such file or directory'],
  ENOSPC: [-28, 'no space left on device'],
  ENOTDIR: [-20, 'not a directory'],
  ENOTEMPTY: [-39, 'directory not empty'],
  EPERM: [-1, 'operation not permitted'],
}

/**
 * @param {string} code
 * @param {string} syscall
 * @param {string} [path] as given
 * @param {string} [dest]
 */
function failure(code, syscall, path, dest) {
  const [errno, description] = ERRORS[code]
  const from = path === undefined ? '' : ` '${path}'`
  const to = dest === undefined ? '' : ` -> '${dest}'`
  const message = `${code}: ${description}, ${syscall}${from}${to}`
  return Object.assign(new Error(message), {
    errno,
    code,
    syscall,
    ...(path === undefined ? {} : { path }),
    ...(dest === undefined ? {} : { dest }),
  })
}

let lastInode = 0
let used = 0

/** What a name, or several, stand for. */
class Inode {
  ino = ++lastInode
  links = 1
  size = 0
  bytes = new Uint8Array(0)
  /** @type {Map<string, Inode>} of a directory */
  entries = new Map()
  atime = Date.now()
  mtime = this.atime
  ctime = this.atime
  birthtime = this.atime

  /** @param {Kind} kind @param {number} mode its permissions */
  constructor(kind, mode) {
    this.kind = kind
    this.mode = mode
  }

  get isDirectory() {
    return this.kind === 'directory'
  }

  /** Its contents, or what they are called, have changed. */
  touch() {
    this.mtime = Date.now()
    this.ctime = this.mtime
  }

  /** @param {number} size @param {string} syscall */
  resize(size, syscall) {
    if (used + size - this.size > CAPACITY) throw failure('ENOSPC', syscall)
    if (size > this.bytes.length) {
      const grown = new Uint8Array(Math.max(size, this.bytes.length * 2))
      grown.set(this.bytes.subarray(0, this.size))
      this.bytes = grown
    }
    // What is cut off must not come back.
    if (size < this.size) this.bytes.fill(0, size, this.size)
    used += size - this.size
    this.size = size
    this.touch()
  }
}

/** /dev/full, which takes nothing. */
const full = new Inode('device', 0o666)
const root = new Inode('directory', 0o755)
for (const name of ['tmp', 'dev']) {
  root.entries.set(
    name,
    new Inode('directory', name === 'tmp' ? 0o1777 : 0o755),
  )
}
const devices = /** @type {Inode} */ (root.entries.get('dev'))
devices.entries.set('null', new Inode('device', 0o666))
devices.entries.set('full', full)

/**
 * @typedef {object} OpenFile
 * @property {Inode} inode
 * @property {boolean} reads
 * @property {boolean} writes
 * @property {boolean} appends
 * @property {number} position
 */

/** @type {Map<number, OpenFile>} */
const open = new Map()
const FIRST_FD = 17
/** The descriptor of a FileHandle that was closed. */
const CLOSED = -1

export const constants = {
  F_OK: 0,
  R_OK: 4,
  W_OK: 2,
  X_OK: 1,
  COPYFILE_EXCL: 1,
  O_RDONLY: 0,
  O_WRONLY: 1,
  O_RDWR: 2,
  O_CREAT: 0o100,
  O_EXCL: 0o200,
  O_TRUNC: 0o1000,
  O_APPEND: 0o2000,
  O_SYNC: 0o4010000,
  S_IFMT: 0o170000,
  S_IFREG: 0o100000,
  S_IFDIR: 0o40000,
  S_IFCHR: 0o20000,
  S_IFIFO: 0o10000,
}

const TYPE_BITS = {
  file: constants.S_IFREG,
  directory: constants.S_IFDIR,
  device: constants.S_IFCHR,
}

// ---- paths ----

/**
 * @param {any} path
 * @param {string} [name] of the argument
 * @returns {string} as given
 */
export function pathOf(path, name = 'path') {
  const text =
    path instanceof URL
      ? decodeURIComponent(path.pathname)
      : path instanceof Uint8Array
        ? Buffer.from(path).toString()
        : path
  if (typeof text !== 'string') {
    throw invalidArgType(
      name,
      'of type string or an instance of Buffer or URL',
      path,
    )
  }
  if (text.includes('\0')) {
    const reason = 'must be a string, Uint8Array, or URL without null bytes'
    throw invalidArgValue(name, path, reason)
  }
  return text
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
 * @param {string} syscall for the error
 * @returns {{ parent: Inode, name: string, inode: Inode | undefined }}
 */
function locate(path, syscall) {
  if (path === '') throw failure('ENOENT', syscall, path)
  const parts = partsOf(path)
  const name = parts.pop()
  if (name === undefined) return { parent: root, name: '', inode: root }
  let parent = root
  for (const part of parts) {
    const next = parent.entries.get(part)
    if (!next) throw failure('ENOENT', syscall, path)
    if (!next.isDirectory) throw failure('ENOTDIR', syscall, path)
    parent = next
  }
  const inode = parent.entries.get(name)
  if (inode && !inode.isDirectory && path.endsWith('/')) {
    throw failure('ENOTDIR', syscall, path)
  }
  return { parent, name, inode }
}

/** @param {string} path @param {string} syscall @returns {Inode} */
function find(path, syscall) {
  const { inode } = locate(path, syscall)
  if (!inode) throw failure('ENOENT', syscall, path)
  return inode
}

/** @param {Inode} parent @param {string} name @param {Inode} inode */
function enter(parent, name, inode) {
  parent.entries.set(name, inode)
  parent.touch()
}

/** @param {Inode} parent @param {string} name */
function drop(parent, name) {
  const inode = parent.entries.get(name)
  parent.entries.delete(name)
  parent.touch()
  if (!inode) return
  inode.links--
  freeIfUnused(inode)
}

/** @param {Inode} inode */
function freeIfUnused(inode) {
  if (inode.links > 0) return
  for (const file of open.values()) if (file.inode === inode) return
  used -= inode.size
  inode.size = 0
  inode.bytes = new Uint8Array(0)
}

/**
 * Before a run: the files of the program.
 *
 * @param {string} folder absolute
 * @param {Record<string, string>} files by path from there on
 */
export function mountFiles(folder, files) {
  mkdir(folder, { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    const whole = `${folder}/${path}`
    mkdir(whole.slice(0, whole.lastIndexOf('/')), { recursive: true })
    writeFile(whole, text)
  }
}

// ---- what a file is ----

/** @param {number} time ms @param {boolean} isBig */
const inNumbers = (time, isBig) => (isBig ? BigInt(Math.trunc(time)) : time)

/** What no file here is. */
class Entry {
  isBlockDevice() {
    return false
  }

  isFIFO() {
    return false
  }

  isSocket() {
    return false
  }

  isSymbolicLink() {
    return false
  }
}

export class Stats extends Entry {
  /** @param {Inode} inode @param {boolean} [isBig] */
  constructor(inode, isBig = false) {
    super()
    const { kind, mode, size, ino, links } = inode
    const number = (/** @type {number} */ value) => inNumbers(value, isBig)
    this.dev = number(2049)
    this.mode = number(TYPE_BITS[kind] | mode)
    this.nlink = number(kind === 'directory' ? 2 : links)
    this.uid = number(1000)
    this.gid = number(1000)
    this.rdev = number(0)
    this.blksize = number(4096)
    this.ino = number(ino)
    this.size = number(kind === 'directory' ? 4096 : size)
    this.blocks = number(Math.ceil(size / 512))
    this.atimeMs = number(inode.atime)
    this.mtimeMs = number(inode.mtime)
    this.ctimeMs = number(inode.ctime)
    this.birthtimeMs = number(inode.birthtime)
  }

  get atime() {
    return new Date(Number(this.atimeMs))
  }

  get mtime() {
    return new Date(Number(this.mtimeMs))
  }

  get ctime() {
    return new Date(Number(this.ctimeMs))
  }

  get birthtime() {
    return new Date(Number(this.birthtimeMs))
  }

  isFile() {
    return isOfKind(this, constants.S_IFREG)
  }

  isDirectory() {
    return isOfKind(this, constants.S_IFDIR)
  }

  isCharacterDevice() {
    return isOfKind(this, constants.S_IFCHR)
  }
}

/** @param {Stats} stats @param {number} bits */
const isOfKind = ({ mode }, bits) => (Number(mode) & constants.S_IFMT) === bits

/** An entry of a directory. */
export class Dirent extends Entry {
  #kind

  /** @param {string} name @param {string} parentPath @param {Kind} kind */
  constructor(name, parentPath, kind) {
    super()
    this.name = name
    this.parentPath = parentPath
    this.#kind = kind
  }

  isFile() {
    return this.#kind === 'file'
  }

  isDirectory() {
    return this.#kind === 'directory'
  }

  isCharacterDevice() {
    return this.#kind === 'device'
  }
}

/**
 * @param {any} path
 * @param {{ bigint?: boolean, throwIfNoEntry?: boolean }} [options]
 * @returns {Stats | undefined}
 */
export function stat(path, options) {
  return statAs('stat', path, options)
}

/** @param {any} path @param {any} [options] */
export function lstat(path, options) {
  return statAs('lstat', path, options)
}

/** @param {string} syscall @param {any} path @param {any} [options] */
function statAs(syscall, path, { bigint = false, throwIfNoEntry = true } = {}) {
  try {
    return new Stats(find(pathOf(path), syscall), bigint)
  } catch (error) {
    const { code } = /** @type {{ code?: string }} */ (error)
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR'
    if (isMissing && !throwIfNoEntry) return undefined
    throw error
  }
}

/** @param {any} fd @param {{ bigint?: boolean }} [options] */
export function fstat(fd, { bigint = false } = {}) {
  return new Stats(fileOf(fd, 'fstat').inode, bigint)
}

/** @param {any} path @param {number} [mode] */
export function access(path, mode = constants.F_OK) {
  const text = pathOf(path)
  const inode = find(text, 'access')
  const isForbidden = mode & constants.X_OK && !(inode.mode & 0o111)
  if (isForbidden) throw failure('EACCES', 'access', text)
}

/** @param {any} path */
export function exists(path) {
  try {
    find(pathOf(path), 'access')
    return true
  } catch {
    return false
  }
}

/** @param {any} path @param {any} mode */
export function chmod(path, mode) {
  find(pathOf(path), 'chmod').mode = modeOf(mode)
}

/** @param {any} fd @param {any} mode */
export function fchmod(fd, mode) {
  fileOf(fd, 'fchmod').inode.mode = modeOf(mode)
}

/** @param {any} mode */
function modeOf(mode, fallback = 0o666) {
  const number = typeof mode === 'string' ? Number.parseInt(mode, 8) : mode
  if (number !== undefined && number !== null) checkInteger(number, 'mode', 0)
  return (number ?? fallback) & 0o7777
}

/** @param {any} path @param {any} atime @param {any} mtime in seconds, or Date */
export function utimes(path, atime, mtime) {
  setTimes(find(pathOf(path), 'utime'), atime, mtime)
}

/** @param {any} fd @param {any} atime @param {any} mtime in seconds, or Date */
export function futimes(fd, atime, mtime) {
  setTimes(fileOf(fd, 'futime').inode, atime, mtime)
}

/** @param {Inode} inode @param {any} atime @param {any} mtime */
function setTimes(inode, atime, mtime) {
  const ms = (/** @type {any} */ time) =>
    time instanceof Date ? time.getTime() : Number(time) * 1000
  inode.atime = ms(atime)
  inode.mtime = ms(mtime)
  inode.ctime = Date.now()
}

// ---- directories ----

/**
 * @param {any} path
 * @param {any} [options] or a mode
 * @returns {string | undefined} the first that was made, when recursive
 */
export function mkdir(path, options) {
  const text = pathOf(path)
  const { recursive = false, mode } = isOptions(options)
    ? options
    : { mode: options }
  if (!recursive) {
    const { parent, name, inode } = locate(text, 'mkdir')
    if (inode) throw failure('EEXIST', 'mkdir', text)
    enter(parent, name, new Inode('directory', modeOf(mode, 0o777) & ~0o22))
    return undefined
  }
  /** @type {string | undefined} */
  let first
  let parent = root
  let walked = ''
  for (const part of partsOf(text)) {
    walked += `/${part}`
    let next = parent.entries.get(part)
    if (!next) {
      next = new Inode('directory', modeOf(mode, 0o777) & ~0o22)
      enter(parent, part, next)
      first ??= walked
    }
    if (!next.isDirectory) {
      const isLast = partsOf(text).join('/') === walked.slice(1)
      throw failure(isLast ? 'EEXIST' : 'ENOTDIR', 'mkdir', text)
    }
    parent = next
  }
  return first
}

/** @param {any} options */
const isOptions = (options) => typeof options === 'object' && options !== null

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** @param {any} prefix @returns {string} the directory that was made */
export function mkdtemp(prefix) {
  const text = pathOf(prefix, 'prefix')
  const random = crypto.getRandomValues(new Uint8Array(6))
  const end = Array.from(random, (byte) => LETTERS[byte % LETTERS.length])
  const path = text + end.join('')
  const fail = (/** @type {string} */ code) =>
    failure(code, 'mkdtemp', `${text}XXXXXX`)
  const { parent, name } = locateFor(path, fail)
  if (!parent.isDirectory) throw fail('ENOTDIR')
  enter(parent, name, new Inode('directory', 0o700))
  return path
}

/**
 * @param {any} path
 * @param {any} [options] or an encoding
 * @returns {any[]} names, in order, or entries
 */
export function readdir(path, options) {
  const text = pathOf(path)
  const { withFileTypes = false, recursive = false } = isOptions(options)
    ? options
    : {}
  const inode = find(text, 'scandir')
  if (!inode.isDirectory) throw failure('ENOTDIR', 'scandir', text)
  return listed(inode, text, '', recursive).map(([name, parent, entry]) =>
    withFileTypes
      ? new Dirent(name.slice(name.lastIndexOf('/') + 1), parent, entry.kind)
      : name,
  )
}

/**
 * @param {Inode} directory
 * @param {string} path
 * @param {string} prefix
 * @param {boolean} isRecursive
 * @returns {[name: string, parentPath: string, inode: Inode][]}
 */
function listed(directory, path, prefix, isRecursive) {
  const names = [...directory.entries.keys()].sort()
  /** @type {[string, string, Inode][]} */
  const found = names.map((name) => [
    prefix + name,
    path,
    /** @type {Inode} */ (directory.entries.get(name)),
  ])
  if (!isRecursive) return found
  const below = found
    .filter(([, , inode]) => inode.isDirectory)
    .flatMap(([name, , inode]) => {
      const own = name.slice(prefix.length)
      return listed(inode, `${path}/${own}`, `${name}/`, true)
    })
  return [...found, ...below]
}

/** @param {any} path */
export function rmdir(path) {
  const text = pathOf(path)
  const { parent, name, inode } = locate(text, 'rmdir')
  if (!inode) throw failure('ENOENT', 'rmdir', text)
  if (!inode.isDirectory) throw failure('ENOTDIR', 'rmdir', text)
  if (inode.entries.size > 0) throw failure('ENOTEMPTY', 'rmdir', text)
  drop(parent, name)
}

/** @param {any} path @param {{ force?: boolean, recursive?: boolean }} [options] */
export function rm(path, { force = false, recursive = false } = {}) {
  const text = pathOf(path)
  if (force && !exists(text)) return
  const { parent, name, inode } = locate(text, 'lstat')
  if (!inode) throw failure('ENOENT', 'lstat', text)
  if (inode.isDirectory && !recursive) {
    const error = nodeError(
      'ERR_FS_EISDIR',
      `Path is a directory: rm returned EISDIR (is a directory) ${text}`,
    )
    const facts = { name: 'SystemError', errno: 21, syscall: 'rm', path: text }
    throw Object.assign(error, facts)
  }
  empty(inode)
  drop(parent, name)
}

/** @param {Inode} directory */
function empty(directory) {
  for (const [name, inode] of directory.entries) {
    empty(inode)
    drop(directory, name)
  }
}

/** @param {any} path */
export function unlink(path) {
  const text = pathOf(path)
  const { parent, name, inode } = locate(text, 'unlink')
  if (!inode) throw failure('ENOENT', 'unlink', text)
  if (inode.isDirectory) throw failure('EISDIR', 'unlink', text)
  drop(parent, name)
}

/** @param {any} oldPath @param {any} newPath */
export function rename(oldPath, newPath) {
  const [from, to] = [pathOf(oldPath, 'oldPath'), pathOf(newPath, 'newPath')]
  const fail = (/** @type {string} */ code) => failure(code, 'rename', from, to)
  const source = locateFor(from, fail)
  const target = locateFor(to, fail)
  const { inode } = source
  if (!inode) throw fail('ENOENT')
  if (target.inode === inode) return
  if (target.inode?.isDirectory && !inode.isDirectory) throw fail('EISDIR')
  if (inode.isDirectory && target.inode) {
    if (!target.inode.isDirectory) throw fail('ENOTDIR')
    if (target.inode.entries.size > 0) throw fail('ENOTEMPTY')
  }
  const isInside = `/${partsOf(to).join('/')}/`.startsWith(
    `/${partsOf(from).join('/')}/`,
  )
  if (isInside) throw fail('EINVAL')
  if (target.inode) drop(target.parent, target.name)
  source.parent.entries.delete(source.name)
  source.parent.touch()
  enter(target.parent, target.name, inode)
}

/** @param {string} path @param {(code: string) => Error} fail */
function locateFor(path, fail) {
  try {
    return locate(path, 'rename')
  } catch (error) {
    throw fail(/** @type {{ code: string }} */ (error).code)
  }
}

/** @param {any} path @returns {string} absolute */
export function realpath(path) {
  const text = pathOf(path)
  find(text, 'lstat')
  return `/${partsOf(text).join('/')}`
}

// ---- open files ----

/** @param {any} flags @returns {number} */
function flagsOf(flags) {
  if (flags === undefined || flags === null) return constants.O_RDONLY
  if (typeof flags === 'number') return flags
  const { O_RDWR, O_WRONLY, O_CREAT, O_TRUNC, O_APPEND, O_EXCL } = constants
  const [, base, rest] = /^([rwa])([sx+]*)$/.exec(String(flags)) ?? []
  if (!base || (base === 'r' && rest.includes('x'))) {
    throw invalidArgValue('flags', flags)
  }
  const reading = base === 'r' ? constants.O_RDONLY : O_WRONLY
  const bits = rest.includes('+') ? O_RDWR : reading
  const exclusive = rest.includes('x') ? O_EXCL : 0
  const making =
    { r: 0, w: O_CREAT | O_TRUNC, a: O_CREAT | O_APPEND }[base] ?? 0
  return bits | making | exclusive
}

/**
 * @param {any} path
 * @param {any} [flags] r
 * @param {any} [mode] 0o666
 * @returns {number} a file descriptor
 */
export function openFile(path, flags = 'r', mode = 0o666) {
  const text = pathOf(path)
  const bits = flagsOf(flags)
  const has = (/** @type {number} */ flag) => (bits & flag) !== 0
  const { parent, name, inode } = locate(text, 'open')
  const isCreated = has(constants.O_CREAT)
  const writes = has(constants.O_WRONLY) || has(constants.O_RDWR)
  if (!inode && !isCreated) throw failure('ENOENT', 'open', text)
  if (inode && isCreated && has(constants.O_EXCL)) {
    throw failure('EEXIST', 'open', text)
  }
  if (inode?.isDirectory && writes) throw failure('EISDIR', 'open', text)
  if (!parent.isDirectory) throw failure('ENOTDIR', 'open', text)
  const file = inode ?? new Inode('file', modeOf(mode) & ~0o22)
  if (!inode) enter(parent, name, file)
  if (has(constants.O_TRUNC) && file.kind === 'file') file.resize(0, 'open')
  let fd = FIRST_FD
  while (open.has(fd)) fd++
  open.set(fd, {
    inode: file,
    reads: !has(constants.O_WRONLY),
    writes,
    appends: has(constants.O_APPEND),
    position: 0,
  })
  return fd
}

/** @param {any} fd @param {string} syscall @returns {OpenFile} */
function fileOf(fd, syscall) {
  if (typeof fd !== 'number') throw invalidArgType('fd', 'of type number', fd)
  if (fd === CLOSED) {
    const error = new Error('file closed')
    throw Object.assign(error, { code: 'EBADF', syscall })
  }
  checkInteger(fd, 'fd', 0, 2 ** 31 - 1)
  const file = open.get(fd)
  if (!file) throw failure('EBADF', syscall)
  return file
}

/** @param {any} fd */
export function close(fd) {
  const { inode } = fileOf(fd, 'close')
  open.delete(fd)
  freeIfUnused(inode)
}

/**
 * @param {any} fd
 * @param {Uint8Array} target
 * @param {number | bigint | null} [position] null: where the last one ended
 * @returns {number} bytes read
 */
export function readInto(fd, target, position = null) {
  const file = fileOf(fd, 'read')
  const { inode } = file
  if (!file.reads) throw failure('EBADF', 'read')
  if (inode.isDirectory) throw failure('EISDIR', 'read')
  const hasPlace = position !== null && Number(position) >= 0
  const start = hasPlace ? Number(position) : file.position
  const part =
    inode === full
      ? new Uint8Array(target.length)
      : inode.bytes.subarray(start, Math.min(inode.size, start + target.length))
  target.set(part)
  if (!hasPlace) file.position += part.length
  inode.atime = Date.now()
  return part.length
}

/**
 * @param {any} fd
 * @param {Uint8Array} source
 * @param {number | bigint | null} [position] null: where the last one ended
 * @returns {number} bytes written
 */
export function writeFrom(fd, source, position = null) {
  const file = fileOf(fd, 'write')
  const { inode } = file
  if (!file.writes) throw failure('EBADF', 'write')
  if (inode === full) throw failure('ENOSPC', 'write')
  if (inode.kind === 'device') return source.length
  const hasPlace = position !== null && Number(position) >= 0 && !file.appends
  if (file.appends) file.position = inode.size
  const start = hasPlace ? Number(position) : file.position
  if (source.length > 0 && start + source.length > inode.size) {
    inode.resize(start + source.length, 'write')
  }
  inode.bytes.set(source, start)
  inode.touch()
  if (!hasPlace) file.position = start + source.length
  return source.length
}

/** @param {any} fd @param {number} [length] */
export function ftruncate(fd, length = 0) {
  const file = fileOf(fd, 'ftruncate')
  if (!file.writes) throw failure('EINVAL', 'ftruncate')
  file.inode.resize(Math.max(0, length), 'ftruncate')
}

/** @param {any} path @param {number} [length] */
export function truncate(path, length = 0) {
  withFd(path, 'r+', (fd) => ftruncate(fd, length))
}

/** @param {any} fd */
export function fsync(fd) {
  fileOf(fd, 'fsync')
}

/** @param {any} fd */
export function fdatasync(fd) {
  fileOf(fd, 'fdatasync')
}

/**
 * @template T
 * @param {any} path or a descriptor, which stays open
 * @param {any} flags
 * @param {(fd: number) => T} use
 * @param {any} [mode]
 * @returns {T}
 */
function withFd(path, flags, use, mode) {
  if (Number.isInteger(path)) return use(path)
  const fd = openFile(path, flags, mode)
  try {
    return use(fd)
  } finally {
    close(fd)
  }
}

/** @param {any} options or an encoding */
export function optionsOf(options) {
  if (options === undefined || options === null) return {}
  if (typeof options === 'string') return { encoding: options }
  if (isOptions(options)) return options
  throw invalidArgType(
    'options',
    'of type string or an instance of Object',
    options,
  )
}

/**
 * @param {any} path or a descriptor
 * @param {any} [options] or an encoding
 * @returns {any} text with an encoding, and a Buffer without
 */
export function readFile(path, options) {
  const { encoding, flag = 'r' } = optionsOf(options)
  if (encoding && encoding !== 'buffer' && !Buffer.isEncoding(encoding)) {
    const reason = 'is invalid encoding'
    throw invalidArgValue('encoding', encoding, reason)
  }
  const bytes = withFd(path, flag, (fd) => {
    const file = fileOf(fd, 'read')
    const rest = Math.max(0, file.inode.size - file.position)
    const target = Buffer.allocUnsafeSlow(rest)
    readInto(fd, target)
    return target
  })
  return encoding && encoding !== 'buffer' ? bytes.toString(encoding) : bytes
}

/**
 * @param {any} data
 * @param {string} [encoding]
 * @returns {Uint8Array}
 */
export function bytesOf(data, encoding = 'utf8') {
  if (typeof data === 'string') return Buffer.from(data, encoding)
  if (ArrayBuffer.isView(data)) {
    return new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  }
  throw invalidArgType(
    'data',
    'of type string or an instance of Buffer, TypedArray, or DataView',
    data,
  )
}

/** @param {any} path or a descriptor @param {any} data @param {any} [options] */
export function writeFile(path, data, options) {
  const { encoding = 'utf8', mode, flag = 'w' } = optionsOf(options)
  const bytes = bytesOf(data, encoding ?? 'utf8')
  withFd(path, flag, (fd) => writeFrom(fd, bytes), mode)
}

/** @param {any} path or a descriptor @param {any} data @param {any} [options] */
export function appendFile(path, data, options) {
  writeFile(path, data, { flag: 'a', ...optionsOf(options) })
}

/** @param {any} from @param {any} to @param {number} [mode] */
export function copyFile(from, to, mode = 0) {
  const [source, target] = [pathOf(from, 'src'), pathOf(to, 'dest')]
  const fail = (/** @type {string} */ code) =>
    failure(code, 'copyfile', source, target)
  try {
    const bytes = readFile(source)
    const flag = mode & constants.COPYFILE_EXCL ? 'wx' : 'w'
    writeFile(target, bytes, { flag })
  } catch (error) {
    throw fail(/** @type {{ code: string }} */ (error).code)
  }
}

/**
 * The forms that read and write take: `offset, length, position`, an object of
 * these, or nothing.
 *
 * @param {Uint8Array} bytes
 * @param {any[]} rest
 * @returns {{ part: Uint8Array, position: number | bigint | null }}
 */
export function partOf(bytes, rest) {
  if (!ArrayBuffer.isView(bytes)) {
    throw invalidArgType(
      'buffer',
      'an instance of Buffer, TypedArray, or DataView',
      bytes,
    )
  }
  const [first] = rest
  const where = isOptions(first)
    ? first
    : { offset: first, length: rest[1], position: rest[2] }
  const offset = where.offset ?? 0
  const size = bytes.byteLength
  checkInteger(offset, 'offset', 0)
  const length = where.length ?? size - offset
  if (length > size - offset) {
    throw outOfRange('length', `<= ${size - offset}`, length)
  }
  checkInteger(length, 'length', 0)
  const { position = null } = where
  return {
    part: new Uint8Array(bytes.buffer, bytes.byteOffset + offset, length),
    position,
  }
}

/**
 * @param {any} fd
 * @param {any} buffer
 * @param {...any} rest
 * @returns {number} bytes read
 */
export function read(fd, buffer, ...rest) {
  const bytes = ArrayBuffer.isView(buffer) ? buffer : buffer?.buffer
  const where = ArrayBuffer.isView(buffer) ? rest : [buffer]
  const { part, position } = partOf(bytes ?? Buffer.alloc(16_384), where)
  return readInto(fd, part, position)
}

/**
 * @param {any} fd
 * @param {any} data text with `position, encoding`, or bytes
 * @param {...any} rest
 * @returns {number} bytes written
 */
export function write(fd, data, ...rest) {
  if (typeof data === 'string') {
    const [position = null, encoding = 'utf8'] = rest
    return writeFrom(fd, Buffer.from(data, encoding), position)
  }
  const { part, position } = partOf(data, rest)
  return writeFrom(fd, part, position)
}

/** @param {any} fd @param {any[]} list @param {number | null} [position] */
export function writev(fd, list, position = null) {
  return writeFrom(
    fd,
    Buffer.concat(list.map((data) => bytesOf(data))),
    position,
  )
}

/** @param {any} fd @param {any[]} list @param {number | null} [position] */
export function readv(fd, list, position = null) {
  let [total, place] = [0, position]
  for (const view of list) {
    const count = readInto(fd, /** @type {Uint8Array} */ (bytesOf(view)), place)
    total += count
    if (place !== null) place += count
    if (count < view.byteLength) break
  }
  return total
}
