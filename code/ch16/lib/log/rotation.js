import nodeFs from 'node:fs'

/** @typedef {typeof nodeFs} FileSystem */

/** An inode's number may have more digits than a Number can hold. */
export const BIGINT = /** @type {const} */ ({ bigint: true })

/**
 * Which file it is, whatever its name: a name can be given to another one.
 *
 * @param {{ dev: bigint, ino: bigint }} stats
 */
export const idOf = ({ dev, ino }) => `${dev}:${ino}`

/**
 * Makes a file. It must not exist: a link that somebody has put there might
 * lead anywhere.
 *
 * @param {FileSystem} fs
 * @param {string} name
 * @param {nodeFs.BigIntStats} like the file whose owner and mode it gets
 * @returns {number} its descriptor
 * @throws what opening throws, such as EEXIST
 */
function openNew(fs, name, { uid, gid, mode }) {
  const permissions = Number(mode & 0o777n)
  const fd = fs.openSync(name, 'ax+', permissions)
  const made = fs.fstatSync(fd, BIGINT)
  let isTheirs = made.uid === uid && made.gid === gid
  isTheirs ||= succeeds(() => fs.fchownSync(fd, Number(uid), Number(gid)))
  // What one group may read is none of another's business.
  const allowed = isTheirs ? permissions : permissions & 0o707
  succeeds(() => fs.fchmodSync(fd, allowed))
  return fd
}

/**
 * Opens what the name leads to now, or a new file.
 *
 * @param {FileSystem} fs
 * @param {string} path
 * @param {nodeFs.BigIntStats} like the file that had the name before
 * @returns {number} its descriptor
 * @throws what opening throws
 */
export function openAgain(fs, path, like) {
  try {
    return openNew(fs, path, like)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  const { O_APPEND, O_RDWR, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = nodeFs.constants
  return fs.openSync(path, O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK)
}

/** In ms. No rotation takes this long: somebody didn't finish theirs. */
const STALE = 10_000

/**
 * Puts a file aside as `.1` and begins a new one. When a step fails, those
 * before it are undone.
 *
 * @param {FileSystem} fs
 * @param {string} path
 * @param {number} keep how many old files
 * @param {nodeFs.BigIntStats} like the present file
 * @returns {number} the descriptor of the new one; -1 when another process is
 *   doing the same at this moment
 * @throws what the step throws that failed
 */
export function replaceFile(fs, path, keep, like) {
  const next = `${path}.new`
  // What may fail comes first: there is a new file before the old one goes.
  const fd = openNext(fs, next, like)
  if (fd === -1) return -1
  let undo = () => {}
  try {
    makeRoom(fs, path, keep)
    undo = putAside(fs, path)
    fs.renameSync(next, path)
  } catch (error) {
    succeeds(undo)
    fs.closeSync(fd)
    succeeds(() => fs.rmSync(next))
    throw error
  }
  // Only now may the oldest go, and more than one when `keep` is lower now.
  for (let i = keep + 1; exists(fs, `${path}.${i}`); i++) {
    succeeds(() => fs.rmSync(`${path}.${i}`))
  }
  return fd
}

/**
 * Only one process at a time can make the file, and that one rotates.
 *
 * @param {FileSystem} fs
 * @param {string} next
 * @param {nodeFs.BigIntStats} like
 */
function openNext(fs, next, like) {
  try {
    return openNew(fs, next, like)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  const present = fs.lstatSync(next, { throwIfNoEntry: false })
  const age = present ? Math.abs(Date.now() - present.mtimeMs) : 0
  if (age < STALE) return -1
  fs.rmSync(next)
  return openNew(fs, next, like)
}

/**
 * Moves the old files up, as far as the first number that is free.
 *
 * @param {FileSystem} fs
 * @param {string} path
 * @param {number} keep
 */
function makeRoom(fs, path, keep) {
  let free = 1
  while (free <= keep && exists(fs, `${path}.${free}`)) free++
  for (let i = free - 1; i >= 1; i--) {
    fs.renameSync(`${path}.${i}`, `${path}.${i + 1}`)
  }
}

/**
 * Gives the file its second name, `.1`. It keeps the first one until the new
 * file takes it, so that the name always leads to a file.
 *
 * @param {FileSystem} fs
 * @param {string} path
 * @returns {() => void} takes it back
 */
function putAside(fs, path) {
  const aside = `${path}.1`
  try {
    // Windows may refuse to give the name of an open file to another one.
    if (process.platform !== 'win32') {
      fs.linkSync(path, aside)
      return () => fs.rmSync(aside)
    }
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error
  }
  // Without links there is no file of that name for a moment.
  fs.renameSync(path, aside)
  return () => fs.renameSync(aside, path)
}

/** @param {FileSystem} fs @param {string} name of a file, or of a link */
const exists = (fs, name) =>
  fs.lstatSync(name, { throwIfNoEntry: false }) !== undefined

/** @param {unknown} error */
const codeOf = (error) => /** @type {NodeJS.ErrnoException} */ (error).code

/** @param {() => void} step may fail without harm */
function succeeds(step) {
  try {
    step()
    return true
  } catch {
    return false
  }
}
