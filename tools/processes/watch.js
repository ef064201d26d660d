/** Tells which files are saved. */
import path from 'node:path'
import { watch } from 'chokidar'

/** Folders that hold what was installed or built. */
const leftOut = new Set(['node_modules', 'target', 'local'])

/**
 * @param {string[]} paths absolute, of files and folders
 * @param {(files: string[]) => void} saved called once for several steps of a
 *   save, with absolute paths
 * @param {{ settled?: number, depth?: number }} [options] settled: how long
 *   nothing is saved before that, in ms; depth: of the folders that are watched
 * @returns {() => void} stops watching
 */
export function watchFiles(paths, saved, { settled = 15, depth } = {}) {
  /** @type {Set<string>} */
  const files = new Set()
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const watcher = watch(paths, {
    ignoreInitial: true,
    depth,
    ignored: (file) => isLeftOut(file, paths),
  })
  watcher.on('all', (_, file) => {
    files.add(file)
    clearTimeout(timer)
    timer = setTimeout(() => {
      const all = [...files]
      files.clear()
      saved(all)
    }, settled)
  })
  // Of a folder that may not be read, nothing is told.
  watcher.on('error', () => {})
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}

/** @param {string} file @param {string[]} paths that are watched */
function isLeftOut(file, paths) {
  const name = path.basename(file)
  return !paths.includes(file) && (name.startsWith('.') || leftOut.has(name))
}
