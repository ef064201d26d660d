/** node:fs/promises. */
import { withResolvers } from './deferred.js'
import { abortError, absent, checkSignal, notInPage } from './errors.js'
import { EventEmitter } from './events.js'
import * as core from './fs-core.js'
import { ReadStream, soon, WriteStream } from './fs-streams.js'

const asyncDispose = Symbol.asyncDispose ?? Symbol.for('nodejs.asyncDispose')

/**
 * @template T
 * @param {() => T} run
 * @returns {Promise<T>}
 */
const promised = (run) =>
  new Promise((resolve, reject) => {
    soon(run, (error, value) => {
      if (error) reject(error)
      else resolve(/** @type {T} */ (value))
    })
  })

/** @param {any} file a path or a FileHandle */
const target = (file) => (file instanceof FileHandle ? file.fd : file)

/** An open file. */
export class FileHandle extends EventEmitter {
  #fd
  /** The handle itself, and its streams. */
  #users = 1
  /** @type {import('./deferred.js').Deferred<void> | null} */
  #closing = null

  /** @param {number} fd */
  constructor(fd) {
    super()
    this.#fd = fd
  }

  get fd() {
    return this.#fd
  }

  /** A stream uses it. */
  retain() {
    this.#users++
  }

  /** A stream does not use it any more. */
  release() {
    this.#users--
    if (this.#users === 0) this.#closeNow()
  }

  #closeNow() {
    const fd = this.#fd
    this.#fd = -1
    const { resolve, reject } = /** @type {any} */ (this.#closing)
    promised(() => core.close(fd)).then(resolve, reject)
  }

  /** Waits for its streams. */
  close() {
    if (this.#fd === -1) return this.#closing?.promise ?? Promise.resolve()
    if (this.#closing) return this.#closing.promise
    this.#closing = withResolvers()
    const { promise } = this.#closing
    this.release()
    this.emit('close')
    return promise
  }

  async [asyncDispose]() {
    await this.close()
  }

  /** @param {any} buffer @param {...any} rest */
  async read(buffer, ...rest) {
    const isView = ArrayBuffer.isView(buffer)
    const options = isView ? {} : (buffer ?? {})
    const bytes = isView ? buffer : (options.buffer ?? new Uint8Array(16_384))
    const where = isView ? rest : [options]
    const bytesRead = await promised(() => core.read(this.#fd, bytes, ...where))
    return { __proto__: null, bytesRead, buffer: bytes }
  }

  /** @param {any} data @param {...any} rest */
  async write(data, ...rest) {
    const bytesWritten = await promised(() =>
      core.write(this.#fd, data, ...rest),
    )
    return { __proto__: null, bytesWritten, buffer: data }
  }

  /** @param {any[]} buffers @param {number} [position] */
  async writev(buffers, position) {
    const bytesWritten = await promised(() =>
      core.writev(this.#fd, buffers, position),
    )
    return { __proto__: null, bytesWritten, buffers }
  }

  /** @param {any[]} buffers @param {number} [position] */
  async readv(buffers, position) {
    const bytesRead = await promised(() =>
      core.readv(this.#fd, buffers, position),
    )
    return { __proto__: null, bytesRead, buffers }
  }

  /** @param {any} [options] */
  readFile(options) {
    return promised(() => core.readFile(this.#fd, options))
  }

  /** @param {any} data @param {any} [options] */
  writeFile(data, options) {
    return promised(() => core.writeFile(this.#fd, data, options))
  }

  /** @param {any} data @param {any} [options] */
  appendFile(data, options) {
    return this.writeFile(data, options)
  }

  /** @param {any} [options] */
  stat(options) {
    return promised(() => core.fstat(this.#fd, options))
  }

  /** @param {number} [length] */
  truncate(length) {
    return promised(() => core.ftruncate(this.#fd, length))
  }

  sync() {
    return promised(() => core.fsync(this.#fd))
  }

  datasync() {
    return promised(() => core.fdatasync(this.#fd))
  }

  /** @param {any} mode */
  chmod(mode) {
    return promised(() => core.fchmod(this.#fd, mode))
  }

  /** @param {any} atime @param {any} mtime */
  utimes(atime, mtime) {
    return promised(() => core.futimes(this.#fd, atime, mtime))
  }

  /** @param {any} [options] */
  createReadStream(options) {
    return new ReadStream('', { ...options, fd: this })
  }

  /** @param {any} [options] */
  createWriteStream(options) {
    return new WriteStream('', { ...options, fd: this })
  }

  readLines() {
    throw notInPage('FileHandle.readLines')
  }

  readableWebStream() {
    throw notInPage('FileHandle.readableWebStream')
  }
}

/** @param {any} path @param {any} [flags] @param {any} [mode] */
export const open = async (path, flags, mode) =>
  new FileHandle(await promised(() => core.openFile(path, flags, mode)))

/** @param {any} options */
function checkAborted(options) {
  const { signal } = core.optionsOf(options)
  checkSignal(signal)
  if (signal?.aborted) throw abortError(signal.reason)
}

/** @param {any} file @param {any} [options] */
export async function readFile(file, options) {
  checkAborted(options)
  return promised(() => core.readFile(target(file), options))
}

/** @param {any} data bytes, text, or something that yields them */
async function collected(data) {
  const isParts = data?.[Symbol.asyncIterator] ?? data?.[Symbol.iterator]
  if (typeof data === 'string' || ArrayBuffer.isView(data) || !isParts) {
    return [data]
  }
  const parts = []
  for await (const part of data) parts.push(part)
  return parts
}

/** @param {any} file @param {any} data @param {any} [options] */
export async function writeFile(file, data, options) {
  checkAborted(options)
  const [first = '', ...rest] = await collected(data)
  await promised(() => core.writeFile(target(file), first, options))
  for (const part of rest) await appendFile(file, part, options)
}

/** @param {any} file @param {any} data @param {any} [options] */
export const appendFile = async (file, data, options) =>
  promised(() =>
    core.appendFile(target(file), data, {
      ...core.optionsOf(options),
      flag: 'a',
    }),
  )

/**
 * @template {(...args: any[]) => any} T
 * @param {T} run
 * @returns {(...args: any[]) => Promise<ReturnType<T>>}
 */
const later =
  (run) =>
  async (...args) =>
    promised(() => run(...args))

export const access = later(core.access)
export const chmod = later(core.chmod)
export const copyFile = later(core.copyFile)
export const lstat = later(core.lstat)
export const mkdir = later(core.mkdir)
export const mkdtemp = later(core.mkdtemp)
export const readdir = later(core.readdir)
export const realpath = later(core.realpath)
export const rename = later(core.rename)
export const rm = later(core.rm)
export const rmdir = later(core.rmdir)
export const stat = later(core.stat)
export const truncate = later(core.truncate)
export const unlink = later(core.unlink)
export const utimes = later(core.utimes)

export const chown = absent('fs.promises.chown')
export const cp = absent('fs.promises.cp')
export const glob = absent('fs.promises.glob')
export const link = absent('fs.promises.link')
export const opendir = absent('fs.promises.opendir')
export const readlink = absent('fs.promises.readlink')
export const statfs = absent('fs.promises.statfs')
export const symlink = absent('fs.promises.symlink')
export const watch = absent('fs.promises.watch')

export const { constants } = core

export default {
  access,
  appendFile,
  chmod,
  chown,
  constants,
  copyFile,
  cp,
  glob,
  link,
  lstat,
  mkdir,
  mkdtemp,
  open,
  opendir,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
  symlink,
  truncate,
  unlink,
  utimes,
  watch,
  writeFile,
}
