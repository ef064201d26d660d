/** Both fit a line that has come in part as well. */
const SIZE_LINE = /^[\da-f]{1,8}(\r\n?)?$/i
const LINE_END = /^\r\n?$/

/**
 * Reads a chunked body (RFC 9112 §7.1) whose bytes come in pieces, cut wherever
 * the network likes. There are no extensions and no trailers here: the last
 * chunk is `0\r\n\r\n`, and a size is one to eight hexadecimal digits.
 */
export class ChunkedBody {
  /** What has been read of the body, one character a byte. */
  body = ''

  /** What came behind the end of the body, such as the next request. */
  rest = ''

  /** @type {'more' | 'over' | 'wrong'} */
  state = 'more'

  /**
   * What the next line is: a size, the end of a chunk, or that of the body.
   *
   * @type {'size' | 'chunkEnd' | 'bodyEnd'}
   */
  #next = 'size'

  /** As much of that line as has come. */
  #line = ''

  /** How much is missing of the data that stands before that line. */
  #missing = 0

  /**
   * Reads one more piece. Once the body is over or wrong, that is final; what
   * comes after the end goes to `rest`.
   *
   * @param {string} piece one character a byte, not empty
   */
  write(piece) {
    let position = 0
    while (position < piece.length && this.state === 'more') {
      if (this.#missing > 0) {
        const data = piece.slice(position, position + this.#missing)
        this.body += data
        position += data.length
        this.#missing -= data.length
      } else {
        this.#take(piece[position++])
      }
    }
    if (this.state === 'over') this.rest += piece.slice(position)
  }

  /** @param {string} character of a line */
  #take(character) {
    this.#line += character
    const form = this.#next === 'size' ? SIZE_LINE : LINE_END
    if (!form.test(this.#line)) this.state = 'wrong'
    else if (character === '\n') this.#finishLine()
  }

  #finishLine() {
    if (this.#next === 'bodyEnd') this.state = 'over'
    if (this.#next === 'size') {
      this.#missing = Number.parseInt(this.#line, 16)
      this.#next = this.#missing === 0 ? 'bodyEnd' : 'chunkEnd'
    } else {
      this.#next = 'size'
    }
    this.#line = ''
  }
}
