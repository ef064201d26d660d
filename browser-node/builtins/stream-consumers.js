/** node:stream/consumers. */
import { Buffer } from './buffer.js'

/** @param {AsyncIterable<any>} stream @returns {Promise<Buffer>} */
export async function buffer(stream) {
  const parts = []
  for await (const part of stream) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

/** @param {AsyncIterable<any>} stream @returns {Promise<string>} */
export async function text(stream) {
  const decoder = new TextDecoder()
  let result = ''
  for await (const part of stream) {
    result +=
      typeof part === 'string' ? part : decoder.decode(part, { stream: true })
  }
  return result + decoder.decode()
}

/** @param {AsyncIterable<any>} stream */
export const json = async (stream) => JSON.parse(await text(stream))
