/**
 * @typedef {object} Message
 * @property {string} event its name; `message` if it has none
 * @property {string} data its lines, with a line feed between them
 * @property {string} lastEventId the last id there was, of this event or of one
 *   before it
 */

/** Reads an event stream, which comes in pieces of any size. */
export class EventReader {
  #take
  /** What has come of a line. */
  #line = ''
  /** Whether the last character was a carriage return: it has ended the line. */
  #hasReturned = false
  #event = ''
  /** @type {string[]} */
  #data = []
  #lastEventId = ''

  /** @param {(message: Message) => void} take gets each event that has data */
  constructor(take) {
    this.#take = take
  }

  /** @param {string} text the next piece */
  push(text) {
    for (const character of text) {
      const isRest = character === '\n' && this.#hasReturned
      this.#hasReturned = character === '\r'
      if (isRest) continue
      if (character !== '\n' && character !== '\r') this.#line += character
      else {
        if (this.#line === '') this.#end()
        else this.#read(this.#line)
        this.#line = ''
      }
    }
  }

  /** @param {string} line */
  #read(line) {
    const [field, rest = ''] = line.split(/:(.*)/s)
    const value = rest.startsWith(' ') ? rest.slice(1) : rest
    if (field === 'event') this.#event = value
    if (field === 'data') this.#data.push(value)
    if (field === 'id' && !value.includes('\0')) this.#lastEventId = value
  }

  #end() {
    const event = this.#event || 'message'
    const data = this.#data.join('\n')
    const isThere = this.#data.length > 0
    this.#event = ''
    this.#data = []
    if (isThere) this.#take({ event, data, lastEventId: this.#lastEventId })
  }
}
