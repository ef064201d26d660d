/**
 * A command as Redis reads it: how many words there are, and how many bytes
 * each of them has. A word may hold anything.
 *
 * @param {string[]} words
 */
export function encode(words) {
  let command = `*${words.length}\r\n`
  for (const word of words) {
    command += `$${Buffer.byteLength(word)}\r\n${word}\r\n`
  }
  return command
}

/**
 * The first reply in some bytes, and where it ends.
 *
 * @param {Buffer} bytes
 * @returns {{ value: any, end: number } | undefined} undefined: it is not whole
 */
export function readReply(bytes) {
  const lineEnd = bytes.indexOf('\r\n')
  if (lineEnd === -1) return undefined
  const type = bytes.toString('latin1', 0, 1)
  const line = bytes.toString('utf8', 1, lineEnd)
  const start = lineEnd + 2
  if (type === '+') return { value: line, end: start }
  if (type === ':') return { value: Number(line), end: start }
  if (type === '-') return { value: new Error(line), end: start }
  if (type !== '$') throw new Error(`a reply of type ${type} is not supported`)
  if (line === '-1') return { value: null, end: start }
  const end = start + Number(line)
  if (!(end >= start)) throw new Error(`a reply of ${line} bytes`)
  if (bytes.length < end + 2) return undefined
  return { value: bytes.toString('utf8', start, end), end: end + 2 }
}
