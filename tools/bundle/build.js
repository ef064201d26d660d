import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { bundleAsText, sandboxEntry } from '../../browser-node/build.js'
import { bookContents } from '../book-model/contents.js'
import { root } from '../lib/paths.js'

const widgetsDir = path.join(root, 'widgets')
const siteFolder = path.join(root, 'site')

/** The browsers of the last two years or so. */
const TARGET = ['chrome120', 'firefox121', 'safari17']

/** @returns {string[]} the names of the widgets: folders with an index.js */
export function widgetNames() {
  return readdirSync(widgetsDir)
    .filter((name) => existsSync(path.join(widgetsDir, name, 'index.js')))
    .sort()
}

/** What the chapters' modules that widgets import take from Node.js. */
const builtins = { 'node:buffer': path.join(widgetsDir, 'buffer.js') }

/**
 * `name:./file` is that file beside the module that imports it, to be loaded
 * in the namespace of that name.
 *
 * @param {import('esbuild').PluginBuild} plugin
 * @param {string} name
 */
function resolveBeside(plugin, name) {
  plugin.onResolve(
    { filter: new RegExp(`^${name}:`) },
    ({ path: specifier, resolveDir }) => ({
      path: path.join(resolveDir, specifier.slice(`${name}:`.length)),
      namespace: name,
    }),
  )
}

/**
 * `import catalogs from 'strings:./strings'` is the folder's JSON files, by
 * language.
 *
 * @type {import('esbuild').Plugin}
 */
const strings = {
  name: 'strings',
  setup(plugin) {
    resolveBeside(plugin, 'strings')
    plugin.onLoad(
      { filter: /.*/, namespace: 'strings' },
      ({ path: folder }) => ({
        contents: JSON.stringify(readCatalogs(folder)),
        loader: 'json',
      }),
    )
  },
}

/**
 * `import program from 'source:../../code/ch02/steps/loop/1-main.js'` is the text of
 * that file: a program that is shown, or is run in the sandbox.
 *
 * @type {import('esbuild').Plugin}
 */
const source = {
  name: 'source',
  setup(plugin) {
    resolveBeside(plugin, 'source')
    plugin.onLoad({ filter: /.*/, namespace: 'source' }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8'),
      loader: 'text',
    }))
  },
}

/** @param {string} folder */
export function readCatalogs(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return Object.fromEntries(
    files.sort().map((name) => {
      const text = readFileSync(path.join(folder, name), 'utf8')
      return [path.basename(name, '.json'), JSON.parse(text)]
    }),
  )
}

/**
 * Bundles the browser code: `site.js`, a classic script that every page loads,
 * a module per widget, and those that run code in the page.
 *
 * @param {string} outdir
 * @throws {Error} esbuild's, with the file and line
 */
export async function buildWidgets(outdir) {
  /** @type {import('esbuild').BuildOptions} */
  const common = {
    outdir,
    bundle: true,
    minify: true,
    target: TARGET,
    plugins: [strings, source, bundleAsText],
    alias: builtins,
    // What there is to do in each chapter.
    define: { BOOK_CONTENTS: JSON.stringify(bookContents()) },
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
  }
  await Promise.all([
    build({
      ...common,
      entryPoints: { site: path.join(siteFolder, 'site.js') },
      format: 'iife',
    }),
    build({
      ...common,
      entryPoints: Object.fromEntries([
        ...widgetNames().map((name) => [
          `widgets/${name}`,
          path.join(widgetsDir, name, 'index.js'),
        ]),
        ...['editor', 'runnable', 'exercise'].map((name) => [
          `playground/${name}`,
          path.join(siteFolder, 'playground', `${name}.js`),
        ]),
        ['playground/sandbox', sandboxEntry],
        ['playground/progress', path.join(siteFolder, 'progress', 'panel.js')],
      ]),
      format: 'esm',
    }),
  ])
}
