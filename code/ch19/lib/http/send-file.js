import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { string } from '../common/options.js'
import { validatorsOf } from './etag.js'
import { answerFor, lengthOf } from './file-answer.js'
import { pathInside } from './file-path.js'
import { mediaTypeOf } from './media-types.js'
import { sendPieces } from './send-pieces.js'

/** @import { FileHandle } from 'node:fs/promises' */
/** @import { ServerResponse } from 'node:http' */

/**
 * @typedef {object} OpenFile
 * @property {FileHandle} handle to be closed
 * @property {Record<string, string>} fields that describe it, such as
 *   Content-Type
 */

/** A FIFO would keep a thread waiting until somebody writes to it. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK

const MISSING = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'])

/**
 * Opens what is at a path.
 *
 * @param {string} name
 * @param {string} [root] the folder that it is in
 * @returns {Promise<OpenFile | null>} null: nothing is there
 */
async function openFile(name, root) {
  try {
    const path = root === undefined ? name : await pathInside(root, name)
    if (path === null) return null
    const handle = await open(path, FLAGS)
    return { handle, fields: { 'content-type': mediaTypeOf(name) } }
  } catch (/** @type {any} */ error) {
    if (MISSING.has(error.code)) return null
    throw error
  }
}

/**
 * @typedef {object} FileOptions
 * @property {string} [root] The folder that the file is in. With it, the path
 *   may come from a client. Default: the path is the program's own.
 * @property {string} [cacheControl] How long the answer may be kept. Default:
 *   `no-cache`, which lets caches keep it and makes them ask.
 */
export const FILE_RULES = { root: string, cacheControl: string }

/**
 * Answers with a file, with a part of it, or with a 304. Fields that are set
 * already stay.
 *
 * @param {ServerResponse} res
 * @param {string} path
 * @param {FileOptions} [options]
 * @returns {Promise<'file' | 'folder' | null>} what is there; only a file is
 *   sent
 * @throws {VelocyError} as `answerFor`
 */
export async function sendFile(res, path, options = {}) {
  const { root, cacheControl = 'no-cache' } = options
  const file = await openFile(path, root)
  if (file === null) return null
  const { handle, fields } = file
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) return stats.isDirectory() ? 'folder' : null
    setMissing(res, {
      'accept-ranges': 'bytes',
      'cache-control': cacheControl,
      ...validatorsOf(stats),
      ...fields,
    })
    const answer = answerFor(res, stats.size)
    if (answer.status === 304) res.removeHeader('content-type')
    else res.setHeader('content-length', lengthOf(answer.pieces))
    res.writeHead(answer.status, answer.fields)
    const isEmpty = res.req.method === 'HEAD' || answer.pieces.length === 0
    if (isEmpty) res.end()
    else await sendPieces(res, handle, answer.pieces)
    return 'file'
  } finally {
    await handle.close()
  }
}

/**
 * @param {ServerResponse} res
 * @param {Record<string, string>} fields
 */
function setMissing(res, fields) {
  for (const [name, value] of Object.entries(fields)) {
    if (!res.hasHeader(name)) res.setHeader(name, value)
  }
}
