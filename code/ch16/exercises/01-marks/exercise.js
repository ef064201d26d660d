/** Finds a shell's own lines among everything that comes from its pipe. */
export class Listener {
  #mark
  #onStatus

  /**
   * @param {string} mark what the shell begins its own lines with
   * @param {(status: number, said: string) => void} onStatus called for each
   *   line that is the mark, `=` and a number, such as `MARK=0`. `said` is all
   *   the other lines since the status before, with their line breaks.
   */
  constructor(mark, onStatus) {
    this.#mark = mark
    this.#onStatus = onStatus
  }

  /** @param {string} chunk the next piece of text, of any length */
  push(chunk) {
    const [before, status] = chunk.split(`${this.#mark}=`)
    if (status) this.#onStatus(Number(status), before)
  }
}
