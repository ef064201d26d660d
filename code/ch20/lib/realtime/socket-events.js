/** A message has come. */
export class MessageEvent extends Event {
  /** @param {string | Buffer} data */
  constructor(data) {
    super('message')
    this.data = data
  }
}

/** The connection has ended. */
export class CloseEvent extends Event {
  /**
   * @param {number} code of the client's close frame; 1005: it had none; 1006:
   *   there was no close frame
   * @param {string} reason
   */
  constructor(code, reason) {
    super('close')
    this.code = code
    this.reason = reason
    this.wasClean = code !== 1006
  }
}

/** Something is wrong; a close event follows. */
export class ErrorEvent extends Event {
  /** @param {Error} error */
  constructor(error) {
    super('error')
    this.error = error
    this.message = error.message
  }
}
