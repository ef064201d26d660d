import { existsSync, readlinkSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'

/**
 * Nothing, `..`, a hidden file, or a text with a character that some system
 * takes for a separator, or for the end.
 */
const NO_NAME = /^$|^\.(?!well-known$)|[/\\\0]/

/**
 * Where in a folder something is that a client has named.
 *
 * @param {string} root the folder
 * @param {string} name such as `docs/index.html`, decoded
 * @returns {string | null} null: the name is not one of a file that may be seen
 */
export function pathIn(root, name) {
  const isPlain = name.split('/').every((segment) => !NO_NAME.test(segment))
  return isPlain ? join(root, name) : null
}

/** Whether the system says where an open file is, as Linux does. */
const isTold = existsSync('/proc/self/fd')

/**
 * Whether something that is open is inside a folder. Symbolic links are
 * followed as long as they stay there.
 *
 * @param {string} home the folder's real path
 * @param {number} fd
 * @param {string} path where it was opened; asked again on other systems
 */
export function isInside(home, fd, path) {
  const real = isTold
    ? readlinkSync(`/proc/self/fd/${fd}`)
    : realpathSync.native(path)
  return real.startsWith(join(home, sep))
}
