/** Bundles what runs a program in the page. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { aliases, engineHttp } from './builtins/aliases.js'

const here = path.dirname(fileURLToPath(import.meta.url))

/** The module that pages load to run programs. */
export const sandboxEntry = path.join(here, 'sandbox.js')

/**
 * `import text from 'bundle:./sandbox/worker.js'` is the text of a classic
 * script, made of that module and of all that it imports: a worker and a frame
 * of another origin can load nothing from the page.
 *
 * @type {import('esbuild').Plugin}
 */
export const bundleAsText = {
  name: 'bundle',
  setup(plugin) {
    plugin.onResolve({ filter: /^bundle:/ }, ({ path: name, resolveDir }) => ({
      path: path.join(resolveDir, name.slice('bundle:'.length)),
      namespace: 'bundle',
    }))
    plugin.onLoad({ filter: /.*/, namespace: 'bundle' }, async (module) => {
      const { text, inputs } = await bundled(module.path, plugin.initialOptions)
      return { contents: text, loader: 'text', watchFiles: inputs }
    })
  },
}

/**
 * @param {string} file
 * @param {import('esbuild').BuildOptions} options of the build it is for
 * @returns {Promise<{ text: string, inputs: string[] }>}
 */
async function bundled(file, { target, minify, charset, legalComments }) {
  const { outputFiles, metafile } = await build({
    target,
    charset,
    legalComments,
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'iife',
    metafile: true,
    logLevel: 'silent',
    // Names stay: programs print the classes of what they are given.
    minifySyntax: minify,
    minifyWhitespace: minify,
    keepNames: true,
    alias: aliases,
    plugins: [engineHttp],
    absWorkingDir: here,
  })
  const inputs = Object.keys(metafile.inputs)
  return {
    text: outputFiles[0].text,
    inputs: inputs.map((input) => path.resolve(here, input)),
  }
}

/**
 * For tests: the module alone.
 *
 * @param {string} outfile
 */
export async function buildSandbox(outfile) {
  await build({
    entryPoints: [sandboxEntry],
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [bundleAsText],
  })
}
