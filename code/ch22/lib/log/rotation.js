/** @typedef {typeof import('node:fs')} FileSystem */

/**
 * Renames a file to `.1` and makes a new one of its name. If that fails, the
 * file has its name again, and no old file is gone.
 *
 * @param {FileSystem} fs
 * @param {string} path
 * @param {number} keep how many old files
 * @param {number} mode of the new file
 * @returns {number} its descriptor
 * @throws what the step throws that failed
 */
export function replaceFile(fs, path, keep, mode) {
  makeRoom(fs, path, keep)
  fs.renameSync(path, `${path}.1`)
  try {
    // With `x` the name must be free: a link there might lead anywhere.
    return fs.openSync(path, 'ax', mode)
  } catch (error) {
    fs.renameSync(`${path}.1`, path)
    throw error
  }
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
  while (free <= keep && fs.existsSync(`${path}.${free}`)) free++
  for (let i = free - 1; i >= 1; i--) {
    fs.renameSync(`${path}.${i}`, `${path}.${i + 1}`)
  }
}

/**
 * Removes the old files beyond `keep`: more than one, if it is lower than it
 * was.
 *
 * @param {FileSystem} fs
 * @param {string} path
 * @param {number} keep
 */
export function removeOldest(fs, path, keep) {
  for (let i = keep + 1; fs.existsSync(`${path}.${i}`); i++) {
    fs.rmSync(`${path}.${i}`)
  }
}
