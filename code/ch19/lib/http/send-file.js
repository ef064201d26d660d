import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { sep } from 'node:path'
import { evaluateConditions } from './conditions.js'
import { formatHttpDate } from './dates.js'
import { fieldOf } from './fields.js'
import { mediaTypeOf } from './media-types.js'
import { parseRanges } from './ranges.js'
import { sendPieces } from './send-pieces.js'

/** @import { Stats } from 'node:fs' */
/** @import { FileHandle } from 'node:fs/promises' */
/** @import { IncomingMessage, ServerResponse } from 'node:http' */

/**
 * @typedef {object} OpenFile
 * @property {FileHandle} handle to be closed
 * @property {Stats} stats
 * @property {Record<string, string>} fields that describe it, such as
 *   Content-Type
 */

/** A FIFO would keep one of few threads waiting until somebody writes to it. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK

const MISSING = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'])

/**
 * Opens what is at a path.
 *
 * @param {string} path
 * @param {string} [root] a real path; outside of it, nothing is found
 * @returns {Promise<OpenFile | null>} null: nothing is there
 */
async function openFile(path, root) {
  try {
    const real = root === undefined ? path : await realpath(path)
    if (root !== undefined && !`${real}${sep}`.startsWith(root + sep)) {
      return null
    }
    const handle = await open(real, FLAGS)
    const stats = await handle.stat()
    return { handle, stats, fields: { 'content-type': mediaTypeOf(path) } }
  } catch (/** @type {any} */ error) {
    if (MISSING.has(error.code)) return null
    throw error
  }
}

/**
 * Answers a GET or HEAD with a file. Fields that are set already stay.
 *
 * @param {IncomingMessage} req
 * @param {ServerResponse} res
 * @param {string} path
 * @param {{ root?: string, cacheControl?: string }} [options]
 * @returns {Promise<'file' | 'folder' | null>} what is there; only a file has
 *   been sent
 */
export async function sendFile(req, res, path, options = {}) {
  const { root, cacheControl = 'no-cache' } = options
  const file = await openFile(path, root)
  if (file === null) return null
  try {
    const { stats } = file
    if (stats.isDirectory()) return 'folder'
    if (!stats.isFile()) return null
    const fields = { 'cache-control': cacheControl, ...file.fields }
    for (const [name, value] of Object.entries(fields)) {
      if (!res.hasHeader(name)) res.setHeader(name, value)
    }
    await answerWith(file, req, res)
    return 'file'
  } finally {
    await file.handle.close()
  }
}

/**
 * @param {OpenFile} file
 * @param {IncomingMessage} req
 * @param {ServerResponse} res
 */
async function answerWith({ handle, stats }, req, res) {
  const { size, mtimeMs } = stats
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs * 1000).toString(36)}"`
  res.setHeader('etag', etag)
  res.setHeader('last-modified', formatHttpDate(mtimeMs))
  res.setHeader('accept-ranges', 'bytes')
  const { method = '', headers } = req
  const current = { etag, lastModified: mtimeMs }
  const outcome = evaluateConditions(method, headers, current)
  if (outcome !== 'ok') return void res.writeHead(outcome).end()
  const field = method === 'GET' ? fieldOf(headers, 'range') : undefined
  const ranges = parseRanges(field ?? '', size)
  if (ranges?.length === 0) {
    res.setHeader('content-range', `bytes */${size}`)
    return void res.writeHead(416).end()
  }
  const [{ start, end }] = ranges ?? [{ start: 0, end: size }]
  if (ranges) res.setHeader('content-range', `bytes ${start}-${end - 1}/${size}`)
  res.writeHead(ranges ? 206 : 200, { 'content-length': end - start })
  if (method === 'HEAD') return void res.end()
  await sendPieces(res, handle, [{ start, end }])
}
