/** Finds a shell's own lines among everything that comes from its pipe. */
export class Listener {
  #start
  #onStatus
  #rest = ''
  #said = ''

  /**
   * @param {string} mark what the shell begins its own lines with
   * @param {(status: number, said: string) => void} onStatus called for each
   *   line that is the mark, `=` and a number, such as `MARK=0`. `said` is all
   *   the other lines since the status before, with their line breaks.
   */
  constructor(mark, onStatus) {
    this.#start = `${mark}=`
    this.#onStatus = onStatus
  }

  /** @param {string} chunk the next piece of text, of any length */
  push(chunk) {
    const lines = (this.#rest + chunk).split('\n')
    this.#rest = /** @type {string} */ (lines.pop())
    for (const line of lines) this.#hear(line)
  }

  /** @param {string} line a whole one, without its line break */
  #hear(line) {
    const status = line.slice(this.#start.length)
    if (!line.startsWith(this.#start) || !/^\d+$/.test(status)) {
      this.#said += `${line}\n`
      return
    }
    const said = this.#said
    this.#said = ''
    this.#onStatus(Number(status), said)
  }
}
