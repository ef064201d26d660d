/** Tells which files are saved. */
import path from 'node:path'
import { watch } from 'chokidar'

/** Folders that hold what was installed or built. */
const leftOut = new Set(['node_modules', 'target', 'local'])

/** How long nothing is saved before a save is told, in ms. */
const SETTLED = 15

/**
 * @param {string[]} paths absolute, of files and folders
 * @param {(files: string[]) => void} saved called once for several steps of a
 *   save, with absolute paths
 * @returns {() => void} stops watching
 */
export function watchFiles(paths, saved) {
  /** @type {Set<string>} */
  const files = new Set()
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const watcher = watch(paths, {
    ignoreInitial: true,
    ignored: (file) => isLeftOut(file, paths),
  })
  watcher.on('all', (_, file) => {
    files.add(file)
    clearTimeout(timer)
    timer = setTimeout(() => {
      const all = [...files]
      files.clear()
      saved(all)
    }, SETTLED)
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
