/** A text as characters, code points, UTF-16 units and UTF-8 bytes. */

const encoder = new TextEncoder()

/**
 * @typedef {object} Point a code point
 * @property {number} value
 * @property {string} text
 * @property {number[]} bytes of UTF-8
 * @property {number} start of its bytes in the text
 * @property {number} character number of the character it is a part of
 */

/**
 * @param {string} text
 * @param {string} language of the segmenter
 * @returns {{ characters: string[], points: Point[], units: number,
 *   bytes: number[] }}
 */
export function takeApart(text, language) {
  const whole = text.toWellFormed()
  const segmenter = new Intl.Segmenter(language, { granularity: 'grapheme' })
  const characters = Array.from(
    segmenter.segment(whole),
    ({ segment }) => segment,
  )
  /** @type {Point[]} */
  const points = []
  let start = 0
  for (const [character, segment] of characters.entries()) {
    for (const part of segment) {
      const value = part.codePointAt(0) ?? 0
      const bytes = [...encoder.encode(part)]
      points.push({ value, text: part, bytes, start, character })
      start += bytes.length
    }
  }
  const bytes = points.flatMap((point) => point.bytes)
  return { characters, points, units: whole.length, bytes }
}

/**
 * What two chunks decode to, each alone and both with one decoder.
 *
 * @param {number[]} bytes
 * @param {number} cut how many bytes the first chunk has
 */
export function decodeCut(bytes, cut) {
  const chunks = [bytes.slice(0, cut), bytes.slice(cut)].map((part) =>
    Uint8Array.from(part),
  )
  const [first, second] = chunks
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const alone = chunks.map((chunk) =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(chunk),
  )
  const streamed = [
    decoder.decode(first, { stream: true }),
    decoder.decode(second),
  ]
  return { alone, streamed }
}

/** @param {number} codePoint */
export const hexPoint = (codePoint) =>
  `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`

/** @param {number} byte */
export const bits = (byte) => byte.toString(2).padStart(8, '0')
