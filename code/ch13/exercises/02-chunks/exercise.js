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
   * Reads one more piece. Once the body is over or wrong, that is final; what
   * comes after the end goes to `rest`.
   *
   * @param {string} piece one character a byte, not empty
   */
  write(piece) {
    let position = 0
    for (let size = 1; size > 0; ) {
      const end = piece.indexOf('\r\n', position)
      if (end === -1) return
      size = Number.parseInt(piece.slice(position, end), 16)
      this.body += piece.slice(end + 2, end + 2 + size)
      position = end + 2 + size + 2
    }
    this.rest = piece.slice(position)
    this.state = 'over'
  }
}
