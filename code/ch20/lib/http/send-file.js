import fs, { constants } from 'node:fs'
import { join, sep } from 'node:path'
import { promisify } from 'node:util'
import { string } from '../common/options.js'
import { validatorsOf } from './conditions.js'
import { addVary, fieldOf } from './fields.js'
import { answerFor } from './file-answer.js'
import { isCompressible, mediaTypeOf } from './media-types.js'
import { acceptedCodings } from './negotiation.js'
import { sendPieces } from './send-pieces.js'

/** @import { ServerResponse } from 'node:http' */

const MISSING = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'ENXIO'])

/**
 * Opens what is at a path. This is the one step that may have to wait for a
 * disk: all that is asked afterwards, the system has in memory. O_NONBLOCK is
 * for a FIFO, which would keep a thread until somebody writes to it.
 *
 * @param {string} path
 * @returns {Promise<number | null>} a descriptor; null: nothing is there
 */
const openAt = (path) =>
  openLater(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error) => {
    if (MISSING.has(error.code)) return null
    throw error
  })

const openLater = promisify(fs.open)

/**
 * @typedef {object} FileOptions
 * @property {string} [root] The folder that the file is in. With it, the path
 *   may come from a client. Default: the path is the program's own.
 * @property {string} [cacheControl] How long the answer may be kept. Default:
 *   `no-cache`, which lets caches keep it and makes them ask.
 */
export const FILE_RULES = { root: string, cacheControl: string }

/**
 * @typedef {FileOptions & {
 *   precompressed?: boolean, fields?: Record<string, string> }} SendOptions
 *   whether to look for compressed files beside it; and what its answer says
 */

/**
 * Answers with a file, with a part of it, or with a 304. Fields that are set
 * already stay.
 *
 * @param {ServerResponse} res
 * @param {string} path
 * @param {SendOptions} [options]
 * @returns {Promise<'file' | 'folder' | null>} what is there; only a file is
 *   sent
 * @throws {VelocyError} as `answerFor`
 */
export async function sendFile(res, path, options = {}) {
  const { root } = options
  if (options.precompressed) return sendBest(res, path, options)
  const home = root === undefined ? root : fs.realpathSync.native(root)
  const place = home === undefined ? path : pathIn(home, path)
  const fd = place === null ? null : await openAt(place)
  if (place === null || fd === null) return null
  try {
    if (home !== undefined && !isInside(home, fd, place)) return null
    const stats = fs.fstatSync(fd)
    if (!stats.isFile()) return stats.isDirectory() ? 'folder' : null
    const planned = {
      'content-type': mediaTypeOf(path),
      ...validatorsOf(stats),
      'cache-control': options.cacheControl ?? 'no-cache',
      ...options.fields,
    }
    for (const [name, value] of Object.entries(planned)) {
      if (!res.hasHeader(name)) res.setHeader(name, value)
    }
    const { status, fields, pieces } = answerFor(res, stats.size)
    res.writeHead(status, fields)
    await sendPieces(res, fd, res.req.method === 'HEAD' ? [] : pieces)
    return 'file'
  } finally {
    fs.closeSync(fd)
  }
}

/**
 * Of what was compressed beforehand, the smallest first.
 *
 * @type {Record<string, string>}
 */
const ENDINGS = { br: '.br', zstd: '.zst', gzip: '.gz' }

/**
 * Answers with a file, or with one beside it that the client would rather have.
 *
 * @param {ServerResponse} res
 * @param {string} path
 * @param {SendOptions} options
 * @returns {ReturnType<typeof sendFile>}
 */
async function sendBest(res, path, { precompressed, ...options }) {
  const type = mediaTypeOf(path)
  if (!isCompressible(type)) return sendFile(res, path, options)
  res.setHeader('vary', addVary(res.getHeader('vary'), 'Accept-Encoding'))
  const field = fieldOf(res.req.headers, 'accept-encoding')
  for (const coding of acceptedCodings(field, Object.keys(ENDINGS))) {
    const fields = { 'content-type': type, 'content-encoding': coding }
    const variant = { ...options, fields }
    const found = await sendFile(res, path + ENDINGS[coding], variant)
    if (found === 'file') return found
  }
  return sendFile(res, path, options)
}

/**
 * Nothing, `..`, a hidden file, or a text with a character that some system
 * takes for a separator, or for the end.
 */
const NO_NAME = /^$|^\.(?!well-known$)|[/\\\0]/

/**
 * Where in a folder something is that a client has named.
 *
 * @param {string} root the folder
 * @param {string} name such as `docs/index.html`, decoded
 * @returns {string | null} null: the name is not one of a file that may be seen
 */
function pathIn(root, name) {
  const isPlain = name.split('/').every((segment) => !NO_NAME.test(segment))
  return isPlain ? join(root, name) : null
}

/** Whether the system says where an open file is, as Linux does. */
const isTold = fs.existsSync('/proc/self/fd')

/**
 * Whether something that is open is inside a folder. Symbolic links are
 * followed as long as they stay there.
 *
 * @param {string} home the folder's real path
 * @param {number} fd
 * @param {string} path where it was opened; asked again on other systems
 */
export function isInside(home, fd, path) {
  const real = isTold
    ? fs.readlinkSync(`/proc/self/fd/${fd}`)
    : fs.realpathSync.native(path)
  return real.startsWith(join(home, sep))
}
