/**
 * For tests: runs a program of the book in Node.js as a page runs it, with our
 * built-ins, bundled as they are there, in the place of Node's.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { cleanEnv, run } from '../../tools/processes/run.js'
import { aliases, engineHttp } from './aliases.js'

const here = path.dirname(fileURLToPath(import.meta.url))

/** What is bundled: the built-ins, and what the worker does with them. */
const ENTRY = `
  export { builtins } from './index.js'
  export { fetch } from './http/fetch.js'
  export * as loop from './loop.js'
  export { mountFiles } from './fs-open.js'
  export { endProcess, process, setUpProcess } from './process.js'
  export { setHost, testFailed } from '../sandbox/handles.js'
`

/** Before the program: its globals, its host, and its imports. */
const PRELOAD = `
  import * as module from 'node:module'
  import { builtins, endProcess, fetch, loop, process as ours, setHost, setUpProcess,
    testFailed } from './bundle.mjs'

  const real = process
  const { setInterval, clearInterval } = globalThis
  let timer
  setHost({
    print: (stream, text) => real[stream].write(text),
    emitTest: (event) => real.stdout.write(JSON.stringify(event) + '\\n'),
    exit: (status) => real.exit(status),
    sourceOf: () => null,
    keepAlive: (alive) => {
      clearInterval(timer)
      if (alive) timer = setInterval(() => {}, 2 ** 30)
    },
  })
  setUpProcess({ env: real.env, argv: real.argv, cwd: real.cwd() })
  for (const name of ['uncaughtException', 'unhandledRejection']) {
    real.on(name, (error) => {
      if (ours.emit(name, error, name)) return
      console.error(error)
      real.exit(1)
    })
  }
  real.on('beforeExit', () => {
    const status = endProcess()
    if (status !== null) real.exit(status || (testFailed() ? 1 : 0))
  })
  const { setTimeout, setImmediate, clearTimeout, clearImmediate } = loop
  Object.assign(globalThis, {
    Buffer: builtins.buffer.Buffer, setTimeout, setImmediate, clearTimeout,
    clearImmediate, setInterval: loop.setInterval,
    clearInterval: loop.clearInterval, fetch,
  })
  Object.defineProperty(globalThis, 'process', { value: ours })

  const prefix = 'shim:'
  const sources = Object.fromEntries(
    Object.entries(builtins).map(([name, namespace]) => [name, [
      'import { builtins } from ' +
        JSON.stringify(new URL('bundle.mjs', import.meta.url).href),
      'const own = builtins[' + JSON.stringify(name) + ']',
      ...Object.keys(namespace).map((key) => key === 'default'
        ? 'export default own.default'
        : 'const $' + key + ' = own.' + key + '; export { $' + key + ' as ' +
          key + ' }'),
    ].join('\\n')]),
  )
  module.registerHooks({
    resolve(specifier, context, next) {
      const name = specifier.replace(/^node:/, '')
      const isOurs = context.parentURL?.endsWith('bundle.mjs')
      if (isOurs || !(name in sources)) return next(specifier, context)
      return { url: prefix + name, shortCircuit: true }
    },
    load(url, context, next) {
      if (!url.startsWith(prefix)) return next(url, context)
      const source = sources[url.slice(prefix.length)]
      return { format: 'module', source, shortCircuit: true }
    },
  })
`

/**
 * @param {object} [options]
 * @param {string} [options.entry] the text of a module in this folder
 * @returns {Promise<string>} the bundle, a module
 */
export async function bundled({ entry = ENTRY } = {}) {
  const { outputFiles } = await build({
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'silent',
    alias: aliases,
    plugins: [engineHttp],
    keepNames: true,
    stdin: { contents: entry, resolveDir: here },
  })
  return outputFiles[0].text
}

/**
 * The bundle in a folder of its own, for programs that are run with it.
 *
 * @returns {Promise<{ bundle: string, preload: string, remove: () => void }>}
 *   addresses of modules
 */
export async function prepareShims() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shims-'))
  const [bundle, preload] = ['bundle.mjs', 'preload.mjs'].map((name) =>
    path.join(folder, name),
  )
  writeFileSync(bundle, await bundled())
  writeFileSync(preload, PRELOAD)
  return {
    bundle: pathToFileURL(bundle).href,
    preload: pathToFileURL(preload).href,
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/**
 * Runs a program with our built-ins.
 *
 * @param {string} file absolute
 * @param {object} options
 * @param {string} options.node the pinned Node, which has the hooks for it
 * @param {string} options.preload
 * @param {Record<string, string | undefined>} [options.env]
 * @param {number} [options.timeout] seconds
 */
export const runWithShims = (file, { node, preload, env = {}, timeout = 30 }) =>
  run(node, ['--import', preload, file], {
    cwd: path.dirname(file),
    timeout,
    maxOutput: 4_000_000,
    env: cleanEnv(env),
  })
