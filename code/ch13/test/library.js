import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * A module of the server under test: beside the file that APP names, or the
 * snapshot's own.
 *
 * @param {string} name such as `lib/http/body.js`
 * @returns {Promise<any>}
 */
export async function library(name) {
  const server = process.env.APP
    ? resolve(process.env.APP)
    : fileURLToPath(new URL('../server.js', import.meta.url))
  const file = new URL(name, pathToFileURL(server))
  try {
    return await import(file.href)
  } catch (error) {
    throw new Error(
      `These tests need ${name} beside ${server}: ${error}. A server ` +
        'without it can be held to the other tests of the chapter',
      { cause: error },
    )
  }
}
