import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's root folder. */
export const root = path.resolve(
  path.dirname(fileURLToPath(import.meta.url)),
  '../..',
)

/** English pages. */
export const srcDir = path.join(root, 'src')

/** One folder per language that the book is translated into. */
export const translationsDir = path.join(root, 'translations')

/** The snapshot of each chapter, and the contenders. */
export const codeDir = path.join(root, 'code')

/** Benchmark results: published here, a reader's own in `local/`. */
export const resultsDir = path.join(root, 'results')

/** Everything that is installed or generated; never committed. */
export const cacheDir = path.join(root, '.cache')

/**
 * Where mdBook builds. A check has a folder of its own, so that a book that is
 * being served meanwhile is not built anew under its feet.
 */
export const bookDir = path.resolve(root, process.env.BOOK_DIR ?? 'book')

/** What mdBook serves: English at the top, each translation in a folder. */
export const siteDir = path.join(bookDir, 'html')

/**
 * @param {string} file absolute path
 * @returns {string} the path from the root, with `/`, as people write it
 */
export function fromRoot(file) {
  return path.relative(root, file).split(path.sep).join('/')
}

/** Folders whose programs run in a browser. */
export const browserFolders = ['browser-node', 'common', 'site', 'widgets']

/** All that is in them, as patterns. */
export const browserCode = browserFolders.map((name) => `${name}/`)

/** The tools that make the pages, as patterns. */
export const bookCode = [
  'bundle',
  'lib',
  'book-model',
  'mdbook',
  'results',
  'page-tests',
].map((name) => `tools/${name}/`)
