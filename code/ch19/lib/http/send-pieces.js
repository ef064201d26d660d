import { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { VelocyError } from '../common/errors.js'

/** @import { FileHandle } from 'node:fs/promises' */
/** @import { ServerResponse } from 'node:http' */
/** @import { Range } from './ranges.js' */

/** How much is read at once, in bytes. */
const CHUNK = 64 * 1024

/**
 * Sends pieces of a file, and text between them, as fast as the client takes
 * them. The head has been written.
 *
 * @param {ServerResponse} res
 * @param {FileHandle} handle stays open
 * @param {(Range | string)[]} pieces
 */
export async function sendPieces(res, handle, pieces) {
  await pipeline(Readable.from(read(handle, pieces)), res)
}

/**
 * @param {FileHandle} handle
 * @param {(Range | string)[]} pieces
 */
async function* read(handle, pieces) {
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      yield Buffer.from(piece)
      continue
    }
    for (let position = piece.start; position < piece.end; ) {
      const length = Math.min(CHUNK, piece.end - position)
      const buffer = Buffer.allocUnsafe(length)
      const { bytesRead } = await handle.read(buffer, 0, length, position)
      if (bytesRead === 0) throw shrunk(piece.end - position)
      yield buffer.subarray(0, bytesRead)
      position += bytesRead
    }
  }
}

/** @param {number} missing */
const shrunk = (missing) =>
  new VelocyError(
    'ERR_VELOCY_FILE_SHRUNK',
    `A file ended ${missing} bytes too early: it was changed while it was sent`,
  )
