import { Buffer } from 'node:buffer'
import { read } from 'node:fs'
import { VelocyError } from '../common/errors.js'

/** @import { ServerResponse } from 'node:http' */
/** @import { Range } from './ranges.js' */

/** How much is read at once, in bytes. */
const MOST = 64 * 1024
const LEAST = 4096

/** What all downloads together may hold, in bytes. */
const BUDGET = 64 * 1024 * 1024

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
      if (typeof piece === 'string') {
        res.write(piece)
        continue
      }
      for (let { start, end } = piece; start < end; ) {
        const chunk = await readAt(fd, start, Math.min(end - start, share()))
        if (isGone(res)) return
        if (chunk.length === 0) throw shrunk(end - start)
        start += chunk.length
        const isLast = start === end && piece === pieces.at(-1)
        if (isLast) return void res.end(chunk)
        await writeTo(res, chunk)
      }
    }
    res.end()
  } finally {
    open--
  }
}

/**
 * @param {ServerResponse} res
 * @param {Buffer} chunk
 * @returns {Promise<void>} when the client has taken it, or has left
 */
const writeTo = (res, chunk) =>
  new Promise((resolve) => {
    const done = () => {
      res.off('close', onClose)
      res.req.off('close', onClose)
      resolve()
    }
    const onClose = () => {
      if (isGone(res)) done()
    }
    res.on('close', onClose)
    // An answer whose turn has not come is not always told.
    res.req.on('close', onClose)
    res.write(chunk, done)
  })

/** @param {ServerResponse} res */
const isGone = (res) => res.destroyed || res.req.socket?.destroyed === true

/** @returns {number} how much one download may hold, in whole pages */
const share = () => Math.max(LEAST, Math.min(MOST, BUDGET / open) & -LEAST)

/**
 * @param {number} fd
 * @param {number} position
 * @param {number} length
 * @returns {Promise<Buffer>} empty at the end
 */
const readAt = (fd, position, length) =>
  new Promise((resolve, reject) => {
    const chunk = Buffer.allocUnsafe(length)
    read(fd, chunk, 0, length, position, (error, count) => {
      if (error) reject(error)
      else resolve(chunk.subarray(0, count))
    })
  })

/** @param {number} missing */
const shrunk = (missing) =>
  new VelocyError(
    'ERR_VELOCY_FILE_SHRUNK',
    `A file ended ${missing} bytes too early: it was changed while it was sent`,
  )
