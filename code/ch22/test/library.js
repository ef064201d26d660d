import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Where something is that lies beside the server under test: the file that APP
 * names, or the snapshot's own.
 *
 * @param {string} name such as `lib/http/body.js`
 * @returns {URL}
 */
export function addressOf(name) {
  const server = process.env.APP
    ? pathToFileURL(resolve(process.env.APP))
    : new URL('../server.js', import.meta.url)
  return new URL(name, server)
}

/**
 * A module of the server under test. Its servers are on the engine that the
 * variable VELOCY_ENGINE names, unless a test names another one.
 *
 * @param {string} name such as `lib/http/body.js`
 * @returns {Promise<any>}
 */
export async function library(name) {
  const file = addressOf(name)
  try {
    return withEngine(await import(file.href))
  } catch (error) {
    throw new Error(
      `These tests need ${name} in ${fileURLToPath(addressOf('.'))}: ` +
        `${error}. A server without it can be held to the other tests of the ` +
        'chapter',
      { cause: error },
    )
  }
}

/** @param {any} module */
function withEngine(module) {
  const { VELOCY_ENGINE: engine } = process.env
  const { createServer } = module
  if (!engine || !createServer) return module
  /** @type {(router: unknown, options?: object) => unknown} */
  const create = (router, options) =>
    createServer(router, { engine, ...options })
  return { ...module, createServer: create }
}
