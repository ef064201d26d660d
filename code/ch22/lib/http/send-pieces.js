import { read } from 'node:fs'
import { promisify } from 'node:util'
import { VelocyError } from '../common/errors.js'

/** @import { ServerResponse } from 'node:http' */
/** @import { Range } from './file-answer.js' */

/** The size of a download's buffer, in bytes. */
const MOST = 256 * 1024
const LEAST = 4096

/** What the buffers of many downloads may take together, in bytes. */
const BUDGET = 8 * 1024 * 1024

/** How many downloads there are. */
let open = 0

/**
 * Sends pieces of a file, and text between them, as fast as the client takes
 * them. The head has been written.
 *
 * @param {ServerResponse} res
 * @param {number} fd a descriptor, which stays open
 * @param {(Range | string)[]} pieces
 * @returns {Promise<void>} when nothing more will be read, also because the
 *   client has left
 * @throws {VelocyError} ERR_VELOCY_FILE_SHRUNK
 */
export async function sendPieces(res, fd, pieces) {
  open++
  try {
    for (const piece of pieces) {
      if (typeof piece === 'string') res.write(piece)
      else await sendRange(res, fd, piece, piece === pieces.at(-1))
    }
    if (!res.writableEnded) res.end()
  } finally {
    open--
  }
}

/**
 * @param {ServerResponse} res
 * @param {number} fd
 * @param {Range} range
 * @param {boolean} isLast whether the answer ends with it
 */
async function sendRange(res, fd, { start, end }, isLast) {
  const share = Math.max(LEAST, Math.min(MOST, Math.floor(BUDGET / open)))
  let buffer = Buffer.allocUnsafe(Math.min(end - start, share))
  while (start < end) {
    const length = Math.min(end - start, buffer.length)
    const { bytesRead } = await readInto(fd, buffer, 0, length, start)
    if (isGone(res)) return
    if (bytesRead === 0) throw shrunk(end - start)
    start += bytesRead
    const chunk = buffer.subarray(0, bytesRead)
    if (isLast && start === end) res.end(chunk)
    else await writeTo(res, chunk)
    if (isWrapped(res)) buffer = Buffer.allocUnsafe(buffer.length)
  }
}

const readInto = promisify(read)

/** @param {ServerResponse} res */
const isGone = (res) => res.destroyed || res.req.socket?.destroyed === true

/**
 * Whether something stands between us and the client, such as a package that
 * compresses: it may keep what it gets, and forget the callback.
 *
 * @param {ServerResponse} res
 */
const isWrapped = (res) => Object.hasOwn(res, 'write')

/**
 * @param {ServerResponse} res
 * @param {Buffer} chunk
 * @returns {Promise<void>} when the client has taken it, or has left
 */
const writeTo = (res, chunk) =>
  new Promise((resolve) => {
    const emitters = [res, res.req]
    const done = () => {
      res.off('drain', done)
      for (const emitter of emitters) emitter.off('close', onClose)
      resolve()
    }
    // An answer whose turn has not come is not always told.
    const onClose = () => {
      if (isGone(res)) done()
    }
    for (const emitter of emitters) emitter.on('close', onClose)
    if (!isWrapped(res)) res.write(chunk, done)
    else if (res.write(chunk)) done()
    else res.on('drain', done)
  })

/** @param {number} missing */
const shrunk = (missing) =>
  new VelocyError(
    'ERR_VELOCY_FILE_SHRUNK',
    `A file ended ${missing} bytes too early: it was changed while it was sent`,
  )
