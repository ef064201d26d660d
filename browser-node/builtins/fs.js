/** node:fs and node:fs/promises, in memory: see fs-tree.js. */
import { absent, checkFunction } from './errors.js'
import * as file from './fs-open.js'
import * as tree from './fs-tree.js'
import { poll } from './loop.js'
import { Readable } from './stream.js'

/** @typedef {(...args: any[]) => any} AnyFunction */

/** What there is, by its name without `Sync`. */
const functions = /** @type {Record<string, AnyFunction>} */ ({
  access: tree.access,
  appendFile: file.appendFile,
  close: file.close,
  fstat: file.fstat,
  mkdir: tree.mkdir,
  mkdtemp: tree.mkdtemp,
  open: file.openFile,
  read: file.read,
  readdir: tree.readdir,
  readFile: file.readFile,
  rename: tree.rename,
  rm: tree.rm,
  stat: tree.stat,
  unlink: tree.unlink,
  write: file.write,
  writeFile: file.writeFile,
})

/**
 * Does something as soon as a disk would have done it.
 *
 * @param {() => any} run
 * @param {(error: any, value?: any) => void} callback
 */
function soon(run, callback) {
  poll(() => {
    let value
    try {
      value = run()
    } catch (error) {
      callback(error)
      return
    }
    callback(null, value)
  })
}

/**
 * The form that calls back.
 *
 * @param {string} name
 * @returns {AnyFunction}
 */
const calling =
  (name) =>
  (...args) => {
    const isLast = typeof args.at(-1) === 'function'
    const callback = isLast ? args.pop() : undefined
    checkFunction(callback, 'cb')
    soon(
      () => functions[name](...args),
      (error, value) => {
        if (error) callback(error)
        else if (value === undefined) callback(null)
        else if (name === 'read' || name === 'write') {
          callback(null, value, args[1])
        } else callback(null, value)
      },
    )
  }

/**
 * The form that returns a promise.
 *
 * @param {string} name
 * @returns {AnyFunction}
 */
const promising =
  (name) =>
  (...args) =>
    new Promise((resolve, reject) => {
      soon(
        () => functions[name](...args),
        (error, value) => (error ? reject(error) : resolve(value)),
      )
    })

const names = Object.keys(functions)
const fromNames = (/** @type {(name: string) => AnyFunction} */ make) =>
  Object.fromEntries(names.map((name) => [name, make(name)]))

/** What `node:fs/promises` exports. */
export const promises = /** @type {Record<string, AnyFunction>} */ ({
  ...fromNames(promising),
  // That of Node gives an object.
  open: absent('fs.promises.open'),
})

/** Bytes that a stream of a file reads at once. */
const CHUNK = 64 * 1024

class ReadStream extends Readable {
  #fd = -1
  bytesRead = 0

  /** @param {any} path @param {any} [options] or an encoding */
  constructor(path, options) {
    const given = typeof options === 'string' ? { encoding: options } : options
    super({ highWaterMark: CHUNK, ...given })
    this.path = path
  }

  /** @param {(error?: Error | null) => void} done */
  _construct(done) {
    soon(
      () => file.openFile(this.path),
      (error, fd) => {
        this.#fd = fd ?? -1
        done(error)
        if (error) return
        this.emit('open', fd)
        this.emit('ready')
      },
    )
  }

  /** @param {number} size */
  _read(size) {
    const bytes = new Uint8Array(Math.min(size, CHUNK))
    soon(
      () => file.read(this.#fd, bytes),
      (error, count) => {
        if (error) return this.destroy(error)
        this.bytesRead += count
        this.push(count > 0 ? bytes.subarray(0, count) : null)
      },
    )
  }

  /** @param {Error | null} error @param {(error?: Error | null) => void} done */
  _destroy(error, done) {
    if (this.#fd !== -1) file.close(this.#fd)
    done(error)
  }
}

/** What `node:fs` exports. */
export const fs = {
  ...fromNames(calling),
  ...Object.fromEntries(names.map((name) => [`${name}Sync`, functions[name]])),
  constants: { F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1 },
  copyFile: absent('fs.copyFile'),
  createReadStream: (/** @type {any} */ path, /** @type {any} */ options) =>
    new ReadStream(path, options),
  createWriteStream: absent('fs.createWriteStream'),
  existsSync: tree.exists,
  promises,
  ReadStream,
  Stats: tree.Stats,
  watch: absent('fs.watch'),
}
