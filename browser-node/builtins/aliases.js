/** For esbuild: where packages find our built-ins in the place of others'. */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const { resolve } = createRequire(import.meta.url)

/** @param {string} file */
const ours = (file) => fileURLToPath(new URL(file, import.meta.url))

/** For `build({ alias })`. */
export const aliases = {
  // The packages that ours are made of; longer names go first.
  'buffer/index.js': resolve('buffer/index.js'),
  'events/events.js': resolve('events/events.js'),
  buffer: ours('buffer.js'),
  events: ours('events.js'),
  process: ours('process-core.js'),
  stream: ours('stream.js'),
  'abort-controller': ours('abort-controller.js'),
  // What the engine of the book is made of.
  'node:async_hooks': ours('http/engine-http.js'),
  'node:buffer': ours('buffer.js'),
  'node:diagnostics_channel': ours('http/engine-http.js'),
  'node:net': ours('address.js'),
}

/**
 * The engine's `common/node-http.js` asks the process for node:http.
 *
 * @type {import('esbuild').Plugin}
 */
export const engineHttp = {
  name: 'engine-http',
  setup(plugin) {
    plugin.onResolve({ filter: /\/node-http\.js$/ }, () => ({
      path: ours('http/engine-http.js'),
    }))
  },
}
