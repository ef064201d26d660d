import { realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'

/**
 * Nothing, `..`, a hidden file, or a text with a character that some system
 * takes for a separator, or for the end.
 */
const NO_NAME = /^$|^\.(?!well-known$)|[/\\\0]/

/**
 * Finds a file in a folder, by a name that a client has made up. Symbolic links
 * are followed as long as they stay in the folder.
 *
 * @param {string} root the folder
 * @param {string} name such as `docs/index.html`, decoded
 * @returns {Promise<string | null>} its real path; null: the name is not one of
 *   a file that may be seen, or the file is outside
 * @throws {Error} ENOENT and others of fs.realpath
 */
export async function pathInside(root, name) {
  if (name.split('/').some((segment) => NO_NAME.test(segment))) return null
  const [top, path] = await Promise.all([
    realpath(root),
    realpath(join(root, name)),
  ])
  return path.startsWith(join(top, sep)) ? path : null
}
