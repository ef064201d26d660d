import { realpathSync } from 'node:fs'
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

/**
 * Whether something that is open is inside a folder. Symbolic links are
 * followed as long as they stay there.
 *
 * @param {string} root the folder
 * @param {string} path as `pathIn` returns it
 */
export function isInside(root, path) {
  try {
    const real = realpathSync.native(path)
    // Without a link on the way, it is where its name says.
    if (real === path) return true
    return real.startsWith(join(realpathSync.native(root), sep))
  } catch {
    // It has been removed in the meantime.
    return false
  }
}
