import * as http from './http.js'

/** What the chapters' modules that widgets import load when it's needed. */
const modules = { 'node:http': http }

/** Put by the bundler wherever a module names the global `process`. */
export const process = {
  /** @param {keyof typeof modules} id */
  getBuiltinModule: (id) => modules[id],
}
