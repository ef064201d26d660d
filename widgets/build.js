import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, transform } from 'esbuild'
import { bookContents } from '../tools/lib/contents.js'
import { aliases } from './playground/node/aliases.js'

const here = path.dirname(fileURLToPath(import.meta.url))

/** The browsers of the last two years or so. */
const TARGET = ['chrome120', 'firefox121', 'safari17']

/**
 * @returns {string[]} the names of the widgets: folders with an index.js
 */
export function widgetNames() {
  return readdirSync(here)
    .filter((name) => existsSync(path.join(here, name, 'index.js')))
    .sort()
}

/** What runs code in the page, each loaded on first use (site/load.js). */
const PLAYGROUND = ['sandbox', 'editor', 'runnable', 'exercise']

/**
 * @returns {string[]} the names of the modules playground/NAME.js
 */
export function playgroundNames() {
  return PLAYGROUND.filter((name) =>
    existsSync(path.join(here, 'playground', `${name}.js`)),
  )
}

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
        watchDirs: [folder],
      }),
    )
  },
}

/**
 * `import program from 'source:../../code/ch02/loop/1-main.js'` is the text of
 * that file, which is shown and not run.
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
      watchFiles: [file],
    }))
  },
}

/**
 * `import program from 'module:./program.js'` is the text of that module, to
 * be run in the sandbox: small, as what it imports is not part of it.
 *
 * @type {import('esbuild').Plugin}
 */
const moduleText = {
  name: 'module',
  setup(plugin) {
    const { target, minify, charset } = plugin.initialOptions
    resolveBeside(plugin, 'module')
    plugin.onLoad({ filter: /.*/, namespace: 'module' }, async (module) => {
      const text = readFileSync(module.path, 'utf8')
      const options = { target, minify, charset }
      return {
        contents: (await transform(text, options)).code,
        loader: 'text',
        watchFiles: [module.path],
      }
    })
  },
}

/**
 * `import contents from 'exercises:'` is what there is to do in each chapter.
 *
 * @type {import('esbuild').Plugin}
 */
const exercises = {
  name: 'exercises',
  setup(plugin) {
    plugin.onResolve({ filter: /^exercises:$/ }, () => ({
      path: 'contents',
      namespace: 'exercises',
    }))
    plugin.onLoad({ filter: /.*/, namespace: 'exercises' }, () => ({
      contents: JSON.stringify(bookContents()),
      loader: 'json',
    }))
  },
}

/**
 * node-inspect-extracted asks Node.js what only V8 knows; in a page it guesses.
 * A frozen object without a prototype is no handle of C++, and V8 can be asked
 * for the name of an object's class.
 *
 * @type {import('esbuild').Plugin}
 */
const inspect = {
  name: 'inspect',
  setup(plugin) {
    const filter = /node-inspect-extracted\/dist\/inspect\.js$/
    const typeName = path.join(here, 'playground/sandbox/type-name.js')
    plugin.onLoad({ filter }, ({ path: file }) => {
      let contents = readFileSync(file, 'utf8')
      for (const [guess, answer] of [
        [/isExternal:(\w)=>/, 'isExternal:$1=>false&&'],
        [
          /getConstructorName\((\w)\)\{/,
          `$&const name=require(${JSON.stringify(typeName)}).typeName($1);` +
            'if(name)return name;',
        ],
      ]) {
        const changed = contents.replace(guess, String(answer))
        if (changed === contents) throw new Error(`${file} has no ${guess}`)
        contents = changed
      }
      return { contents, loader: 'js', watchFiles: [file, typeName] }
    })
  },
}

/**
 * `import text from 'bundle:./sandbox/worker.js'` is the text of a classic
 * script, made of that module and of all that it imports.
 *
 * @type {import('esbuild').Plugin}
 */
const bundle = {
  name: 'bundle',
  setup(plugin) {
    const { target, minify, charset, legalComments } = plugin.initialOptions
    // Names stay: programs print the classes of what they are given.
    const small = {
      ...{ minifySyntax: minify, minifyWhitespace: minify, keepNames: true },
    }
    resolveBeside(plugin, 'bundle')
    plugin.onLoad({ filter: /.*/, namespace: 'bundle' }, async (module) => {
      const { outputFiles, metafile } = await build({
        ...{ target, ...small, charset, legalComments, alias: aliases },
        ...{ entryPoints: [module.path], bundle: true, write: false },
        ...{ format: 'iife', metafile: true, logLevel: 'silent' },
        plugins: [inspect],
        absWorkingDir: here,
      })
      return {
        contents: outputFiles[0].text,
        loader: 'text',
        watchFiles: Object.keys(metafile.inputs).map((file) =>
          path.resolve(here, file),
        ),
      }
    })
  },
}

/**
 * @param {string} folder
 * @returns {import('./strings.js').Catalogs}
 */
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
 * a module per widget, and those that run code in the page. A file is written
 * only when it changes, because mdBook watches what it serves.
 *
 * @param {object} options
 * @param {string} options.outDir
 * @param {boolean} [options.minify]
 * @returns {Promise<{ file: string, bytes: number, written: boolean }[]>}
 * @throws {Error} esbuild's, with the file and line
 */
export async function buildWidgets({ outDir, minify = true }) {
  /** @type {import('esbuild').BuildOptions & { write: false }} */
  const common = {
    bundle: true,
    write: false,
    minify,
    target: TARGET,
    plugins: [strings, source, moduleText, exercises, bundle],
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
  }
  const results = await Promise.all([
    build({
      ...common,
      entryPoints: { site: path.join(here, 'site.js') },
      outdir: outDir,
      format: 'iife',
    }),
    build({
      ...common,
      entryPoints: Object.fromEntries([
        ...widgetNames().map((name) => [
          `widgets/${name}`,
          path.join(here, name, 'index.js'),
        ]),
        ...playgroundNames().map((name) => [
          `playground/${name}`,
          path.join(here, 'playground', `${name}.js`),
        ]),
        ['playground/progress', path.join(here, 'progress', 'panel.js')],
      ]),
      outdir: outDir,
      format: 'esm',
    }),
  ])
  return results
    .flatMap((result) => result.outputFiles)
    .map(({ path: file, contents }) => ({
      file,
      bytes: contents.length,
      written: writeIfChanged(file, contents),
    }))
}

/**
 * @param {string} file
 * @param {Uint8Array} contents
 */
function writeIfChanged(file, contents) {
  if (existsSync(file) && readFileSync(file).equals(contents)) return false
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, contents)
  return true
}
