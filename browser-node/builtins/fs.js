/** node:fs, in memory: see fs-core.js. */
import { absent, checkFunction } from './errors.js'
import * as core from './fs-core.js'
import promises from './fs-promises.js'
import { ReadStream, soon, WriteStream } from './fs-streams.js'

/** @typedef {(...args: any[]) => any} AnyFunction */

/**
 * The form that calls back.
 *
 * @param {AnyFunction} run
 * @param {(value: any, args: any[]) => any[]} [results] what it calls back with
 * @returns {AnyFunction}
 */
const calling =
  (run, results = (value) => (value === undefined ? [] : [value])) =>
  (...args) => {
    const last = args.findLastIndex((arg) => typeof arg === 'function')
    const callback = args[last]
    checkFunction(callback, 'cb')
    const given = args.slice(0, last)
    soon(
      () => run(...given),
      (error, value) => {
        if (error) callback(error)
        else callback(null, ...results(value, given))
      },
    )
  }

/** @param {any} count @param {any[]} args */
const withBuffer = (count, args) => [count, args[1]]

export const accessSync = core.access
export const appendFileSync = core.appendFile
export const chmodSync = core.chmod
export const closeSync = core.close
export const copyFileSync = core.copyFile
export const existsSync = core.exists
export const fchmodSync = core.fchmod
export const fdatasyncSync = core.fdatasync
export const fstatSync = core.fstat
export const fsyncSync = core.fsync
export const ftruncateSync = core.ftruncate
export const futimesSync = core.futimes
export const lstatSync = core.lstat
export const mkdirSync = core.mkdir
export const mkdtempSync = core.mkdtemp
export const openSync = core.openFile
export const readSync = core.read
export const readFileSync = core.readFile
export const readdirSync = core.readdir
export const readvSync = core.readv
export const realpathSync = core.realpath
export const renameSync = core.rename
export const rmSync = core.rm
export const rmdirSync = core.rmdir
export const statSync = core.stat
export const truncateSync = core.truncate
export const unlinkSync = core.unlink
export const utimesSync = core.utimes
export const writeSync = core.write
export const writeFileSync = core.writeFile
export const writevSync = core.writev

export const access = calling(core.access)
export const appendFile = calling(core.appendFile)
export const chmod = calling(core.chmod)
export const copyFile = calling(core.copyFile)
export const fchmod = calling(core.fchmod)
export const fdatasync = calling(core.fdatasync)
export const fstat = calling(core.fstat)
export const fsync = calling(core.fsync)
export const ftruncate = calling(core.ftruncate)
export const futimes = calling(core.futimes)
export const lstat = calling(core.lstat)
export const mkdir = calling(core.mkdir)
export const mkdtemp = calling(core.mkdtemp)
export const open = calling(core.openFile)
export const read = calling(core.read, withBuffer)
export const readFile = calling(core.readFile)
export const readdir = calling(core.readdir)
export const readv = calling(core.readv, withBuffer)
export const realpath = calling(core.realpath)
export const rename = calling(core.rename)
export const rm = calling(core.rm)
export const rmdir = calling(core.rmdir)
export const stat = calling(core.stat)
export const truncate = calling(core.truncate)
export const unlink = calling(core.unlink)
export const utimes = calling(core.utimes)
export const write = calling(core.write, withBuffer)
export const writeFile = calling(core.writeFile)
export const writev = calling(core.writev, withBuffer)

/** @param {number} fd @param {(error?: any) => void} [callback] */
export const close = (fd, callback = throwIfAny) =>
  soon(() => core.close(fd), callback)

/** @param {any} error */
function throwIfAny(error) {
  if (error) throw error
}

/** @param {any} path @param {(exists: boolean) => void} callback */
export const exists = (path, callback) =>
  soon(
    () => core.exists(path),
    (_, isThere) => callback(Boolean(isThere)),
  )

/** @param {any} path @param {any} [options] */
export const createReadStream = (path, options) => new ReadStream(path, options)

/** @param {any} path @param {any} [options] */
export const createWriteStream = (path, options) =>
  new WriteStream(path, options)

export const chown = absent('fs.chown')
export const chownSync = absent('fs.chownSync')
export const cp = absent('fs.cp')
export const cpSync = absent('fs.cpSync')
export const glob = absent('fs.glob')
export const globSync = absent('fs.globSync')
export const link = absent('fs.link')
export const linkSync = absent('fs.linkSync')
export const opendir = absent('fs.opendir')
export const opendirSync = absent('fs.opendirSync')
export const readlink = absent('fs.readlink')
export const readlinkSync = absent('fs.readlinkSync')
export const statfs = absent('fs.statfs')
export const statfsSync = absent('fs.statfsSync')
export const symlink = absent('fs.symlink')
export const symlinkSync = absent('fs.symlinkSync')
export const unwatchFile = absent('fs.unwatchFile')
export const watch = absent('fs.watch')
export const watchFile = absent('fs.watchFile')

export const { constants, Dirent, Stats } = core
export { promises, ReadStream, WriteStream }

export default {
  access,
  accessSync,
  appendFile,
  appendFileSync,
  chmod,
  chmodSync,
  chown,
  chownSync,
  close,
  closeSync,
  constants,
  copyFile,
  copyFileSync,
  cp,
  cpSync,
  createReadStream,
  createWriteStream,
  Dirent,
  exists,
  existsSync,
  fchmod,
  fchmodSync,
  fdatasync,
  fdatasyncSync,
  fstat,
  fstatSync,
  fsync,
  fsyncSync,
  ftruncate,
  ftruncateSync,
  futimes,
  futimesSync,
  glob,
  globSync,
  link,
  linkSync,
  lstat,
  lstatSync,
  mkdir,
  mkdirSync,
  mkdtemp,
  mkdtempSync,
  open,
  opendir,
  opendirSync,
  openSync,
  promises,
  read,
  readdir,
  readdirSync,
  readFile,
  readFileSync,
  readlink,
  readlinkSync,
  ReadStream,
  readSync,
  readv,
  readvSync,
  realpath,
  realpathSync,
  rename,
  renameSync,
  rm,
  rmdir,
  rmdirSync,
  rmSync,
  stat,
  statfs,
  statfsSync,
  Stats,
  statSync,
  symlink,
  symlinkSync,
  truncate,
  truncateSync,
  unlink,
  unlinkSync,
  unwatchFile,
  utimes,
  utimesSync,
  watch,
  watchFile,
  write,
  writeFile,
  writeFileSync,
  WriteStream,
  writeSync,
  writev,
  writevSync,
}
