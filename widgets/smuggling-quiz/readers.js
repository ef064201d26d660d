/**
 * Readers that each mean well, and where the body of a request ends for them:
 * those of the chapter, and some that forgive one thing more.
 */
import { byChunks, byLength } from '../../code/ch13/steps/06-readers.js'

/** @typedef {import('../../code/ch13/steps/06-readers.js').BodyLength} BodyLength */

/**
 * @param {RegExp} sizeLine of a chunk, with the digits that it goes by
 * @returns {BodyLength}
 */
const byChunksOf = (sizeLine) => (head, rest) => {
  if (!/^transfer-encoding: chunked/im.test(head)) return byLength(head, rest)
  let end = 0
  for (let size = 1; size > 0; ) {
    const [line, digits] = sizeLine.exec(rest.slice(end)) ?? ['', '0']
    size = Number.parseInt(digits, 16)
    end += line.length + size + 2
  }
  return end
}

/** Each by the name of its rule in the strings. */
export const READERS = {
  length: byLength,
  chunks: byChunks,
  /** @type {BodyLength} */
  spaced: (head, rest) => byChunks(head.replace(/[\t ]+:/g, ':'), rest),
  first: byLength,
  /** @type {BodyLength} */
  last: (head) =>
    Number([...head.matchAll(/^content-length: (\d+)/gim)].at(-1)?.[1] ?? 0),
  /** @type {BodyLength} */
  signed: (head, rest) => byLength(head.replace(/: \+/g, ': '), rest),
  digits: byLength,
  /** @type {BodyLength} */
  indented: (head, rest) => byLength(head.replace(/^[\t ]+/gm, ''), rest),
  /** @type {BodyLength} */
  unfolded: (head, rest) => byLength(head.replace(/\r\n[\t ]+/g, ' '), rest),
  prefixed: byChunks,
  hexadecimal: byChunksOf(/^([\da-f]+)[^\r]*\r\n/i),
  lineFeeds: byChunksOf(/^([\da-f]+)[^\n]*\n/i),
  skipping: byChunks,
}
