import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * A module of the server under test: the folder `lib` beside the file that
 * APP names, or the chapter's own.
 *
 * @param {string} name such as `body.js`
 * @returns {Promise<any>}
 */
export async function library(name) {
  const server = process.env.APP
    ? resolve(process.env.APP)
    : fileURLToPath(new URL('../server.js', import.meta.url))
  const file = new URL(`lib/${name}`, pathToFileURL(server))
  try {
    return await import(file.href)
  } catch (error) {
    throw new Error(
      `These tests need lib/${name} beside ${server}: ${error}. A server ` +
        'without it can be held to the other tests of the chapter',
      { cause: error },
    )
  }
}
