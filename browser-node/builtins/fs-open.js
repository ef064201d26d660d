/** Files that are open, and what is read from them and written to them. */
import { Buffer } from './buffer.js'
import { checkInteger, invalidArgType, invalidArgValue } from './errors.js'
import { failure, Inode, locate, mkdir, pathOf, Stats } from './fs-tree.js'

/**
 * @typedef {object} OpenFile
 * @property {Inode} inode
 * @property {string} flags
 * @property {number} position
 */

/** @type {Map<number, OpenFile>} */
const open = new Map()
const FIRST_FD = 17

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

/**
 * @param {any} path
 * @param {any} [flags] r, w, a, with x and +
 * @returns {number} a file descriptor
 */
export function openFile(path, flags = 'r') {
  const text = pathOf(path)
  const fail = (/** @type {string} */ code) => failure(code, 'open', text)
  if (!/^(?:r|[wa]x?)\+?$/.test(flags)) throw invalidArgValue('flags', flags)
  const isReading = flags[0] === 'r'
  const { entries, name, inode } = locate(text, fail)
  if (!inode && isReading) throw fail('ENOENT')
  if (inode && flags.includes('x')) throw fail('EEXIST')
  if (inode?.entries && flags !== 'r') throw fail('EISDIR')
  const file = inode ?? new Inode(false)
  entries.set(name, file)
  if (flags[0] === 'w') file.resize(0)
  let fd = FIRST_FD
  while (open.has(fd)) fd++
  open.set(fd, { inode: file, flags, position: 0 })
  return fd
}

/** @param {any} fd @param {string} syscall @returns {OpenFile} */
function fileOf(fd, syscall) {
  checkInteger(fd, 'fd', 0, 2 ** 31 - 1)
  const file = open.get(fd)
  if (!file) throw failure('EBADF', syscall)
  return file
}

/** @param {any} fd */
export function close(fd) {
  fileOf(fd, 'close')
  open.delete(fd)
}

/** @param {any} fd */
export const fstat = (fd) => new Stats(fileOf(fd, 'fstat').inode)

/**
 * @param {any} fd
 * @param {Uint8Array} target
 * @param {any} [offset] or an object with it and the others
 * @param {number} [length]
 * @param {number | null} [position] null: where the last one ended
 * @returns {number} bytes read
 */
export function read(fd, target, offset, length, position) {
  if (typeof offset === 'object' && offset !== null) {
    return read(fd, target, offset.offset, offset.length, offset.position)
  }
  const file = fileOf(fd, 'read')
  const { inode, flags } = file
  if (flags[0] !== 'r' && !flags.includes('+')) throw failure('EBADF', 'read')
  if (inode.entries) throw failure('EISDIR', 'read')
  const start = position ?? file.position
  const room = length ?? target.byteLength - (offset ?? 0)
  const part = inode.bytes.subarray(start, Math.min(inode.size, start + room))
  target.set(part, offset ?? 0)
  if (position === undefined || position === null) file.position += part.length
  return part.length
}

/**
 * @param {any} fd
 * @param {any} data text with `position, encoding`, or bytes
 * @param {any} [offset]
 * @param {any} [length]
 * @param {number | null} [position] null: where the last one ended
 * @returns {number} bytes written
 */
export function write(fd, data, offset, length, position) {
  if (typeof data === 'string') {
    const bytes = Buffer.from(data, length)
    return write(fd, bytes, 0, bytes.length, offset)
  }
  const file = fileOf(fd, 'write')
  const { inode, flags } = file
  if (flags === 'r') throw failure('EBADF', 'write')
  const bytes = bytesOf(data).subarray(offset ?? 0)
  const part = bytes.subarray(0, length ?? bytes.length)
  if (flags[0] === 'a') file.position = inode.size
  const isPlaced = typeof position === 'number' && flags[0] !== 'a'
  const start = isPlaced ? position : file.position
  const end = start + part.length
  if (end > inode.size) inode.resize(end)
  inode.bytes.set(part, start)
  inode.mtime = Date.now()
  if (!isPlaced) file.position = end
  return part.length
}

/**
 * @param {any} data
 * @param {string} [encoding]
 * @returns {Uint8Array}
 */
function bytesOf(data, encoding = 'utf8') {
  if (typeof data === 'string') return Buffer.from(data, encoding)
  if (ArrayBuffer.isView(data)) {
    return new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  }
  const expected =
    'of type string or an instance of Buffer, TypedArray, or DataView'
  throw invalidArgType('data', expected, data)
}

/** @param {any} options or an encoding */
const optionsOf = (options) =>
  typeof options === 'string' ? { encoding: options } : (options ?? {})

/**
 * @template T
 * @param {any} path or a descriptor, which stays open
 * @param {any} flags
 * @param {(fd: number) => T} use
 * @returns {T}
 */
function withFd(path, flags, use) {
  if (Number.isInteger(path)) return use(path)
  const fd = openFile(path, flags)
  try {
    return use(fd)
  } finally {
    close(fd)
  }
}

/**
 * @param {any} path or a descriptor
 * @param {any} [options] or an encoding
 * @returns {any} text with an encoding, and a Buffer without
 */
export function readFile(path, options) {
  const { encoding, flag = 'r' } = optionsOf(options)
  if (encoding && !Buffer.isEncoding(encoding)) {
    throw invalidArgValue('encoding', encoding, 'is invalid encoding')
  }
  const bytes = withFd(path, flag, (fd) => {
    const { inode, position } = fileOf(fd, 'read')
    const target = Buffer.allocUnsafeSlow(Math.max(0, inode.size - position))
    read(fd, target)
    return target
  })
  return encoding ? bytes.toString(encoding) : bytes
}

/** @param {any} path or a descriptor @param {any} data @param {any} [options] */
export function writeFile(path, data, options) {
  const { encoding, flag = 'w' } = optionsOf(options)
  const bytes = bytesOf(data, encoding)
  withFd(path, flag, (fd) => write(fd, bytes))
}

/** @param {any} path or a descriptor @param {any} data @param {any} [options] */
export function appendFile(path, data, options) {
  writeFile(path, data, { flag: 'a', ...optionsOf(options) })
}
