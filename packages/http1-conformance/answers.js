/**
 * Reads the answers off a connection, strictly: what is no answer is a problem
 * of the server, and never repaired.
 */

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {string} version `1.1`
 * @property {Record<string, string>} fields names in lower case, values joined
 * @property {string} body latin1
 * @property {boolean} untilEnd whether the end of the connection ended it
 */

const STATUS_LINE = /^HTTP\/(1\.[01]) ([1-5]\d\d) [\t -~\x80-\xff]*$/
const FIELD_LINE = /^([\w!#$%&'*+.^`|~-]+):[\t ]*([\t -~\x80-\xff]*?)[\t ]*$/

/**
 * @param {string[]} lines
 * @returns {Answer} without its body
 */
function parseHead([first, ...lines]) {
  const [, version, status] = STATUS_LINE.exec(first) ?? []
  if (!version) throw new Error(`no status line: ${JSON.stringify(first)}`)
  /** @type {Record<string, string>} */
  const fields = {}
  for (const line of lines) {
    const [, name, value] = FIELD_LINE.exec(line) ?? []
    if (!name) throw new Error(`no field line: ${JSON.stringify(line)}`)
    const key = name.toLowerCase()
    fields[key] = key in fields ? `${fields[key]}, ${value}` : value
  }
  const framing = ['content-length', 'transfer-encoding']
  if (framing.every((name) => name in fields)) {
    throw new Error('an answer with Content-Length and Transfer-Encoding')
  }
  return { status: Number(status), version, fields, body: '', untilEnd: false }
}

/**
 * @param {string} text that begins with a chunk
 * @returns {{ body: string, length: number } | null} null: more is to come
 */
function readChunks(text) {
  let body = ''
  let at = 0
  for (;;) {
    const end = text.indexOf('\r\n', at)
    if (end < 0) return null
    const line = text.slice(at, end)
    if (!/^[\da-f]+$/i.test(line)) throw new Error(`no chunk: ${line}`)
    const size = Number.parseInt(line, 16)
    at = end + 2 + size + 2
    if (text.length < at) return null
    if (text.slice(at - 2, at) !== '\r\n')
      throw new Error('a chunk without end')
    if (size === 0) return { body, length: at }
    body += text.slice(end + 2, at - 2)
  }
}

export class AnswerReader {
  #text = ''
  /** @type {Answer[]} */
  interim = []
  /** @type {Answer[]} */
  answers = []
  /** What is no answer; '' as long as all is well. */
  problem = ''
  /** What came after the server switched to another protocol. */
  tunnel = ''
  #isTunnel = false
  /** @type {Answer | null} an answer that ends with the connection */
  #open = null

  /** @param {string[]} methods of the requests; GET where there is none */
  constructor(methods) {
    this.methods = methods
  }

  /** @param {string} text latin1 */
  push(text) {
    if (this.problem) return
    this.#text += text
    try {
      while (this.#text !== '' && this.#next());
    } catch (error) {
      this.problem = /** @type {Error} */ (error).message
    }
  }

  /** The connection has ended. */
  end() {
    if (this.#open) this.answers.push(this.#open)
    else if (this.#text !== '') this.problem ||= 'half an answer'
    this.#open = null
    this.#text = ''
  }

  /** @returns {boolean} whether there may be more in the text */
  #next() {
    if (this.#isTunnel || this.#open) {
      if (this.#open) this.#open.body += this.#text
      else this.tunnel += this.#text
      this.#text = ''
      return false
    }
    const end = this.#text.indexOf('\r\n\r\n')
    if (end < 0) return false
    const answer = parseHead(this.#text.slice(0, end).split('\r\n'))
    const rest = this.#text.slice(end + 4)
    if (answer.status < 200 && answer.status !== 101) {
      this.interim.push(answer)
      this.#text = rest
      return true
    }
    const length = this.#readBody(answer, rest)
    if (length < 0) return false
    this.#text = rest.slice(length)
    this.answers.push(answer)
    return true
  }

  /**
   * @param {Answer} answer
   * @param {string} rest
   * @returns {number} its length; -1 when more is to come
   */
  #readBody(answer, rest) {
    const { status, fields } = answer
    const method = this.methods[this.answers.length] ?? 'GET'
    const isTunnel = method === 'CONNECT' && status < 300
    if (isTunnel || status === 101) this.#isTunnel = true
    if (method === 'HEAD' || isTunnel) return 0
    if ([101, 204, 304].includes(status)) return 0
    if ('transfer-encoding' in fields) {
      const chunks = readChunks(rest)
      answer.body = chunks?.body ?? ''
      return chunks?.length ?? -1
    }
    if ('content-length' in fields) {
      if (!/^\d+$/.test(fields['content-length'])) {
        throw new Error(`Content-Length: ${fields['content-length']}`)
      }
      const length = Number(fields['content-length'])
      if (rest.length < length) return -1
      answer.body = rest.slice(0, length)
      return length
    }
    answer.untilEnd = true
    answer.body = rest
    this.#open = answer
    this.#text = ''
    return -1
  }
}
