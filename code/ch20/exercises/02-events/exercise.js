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

  /** @param {(message: Message) => void} take gets each event that has data */
  constructor(take) {
    this.#take = take
  }

  /** @param {string} text the next piece */
  push(text) {
    for (const block of text.split('\n\n')) {
      let event = 'message'
      let data = ''
      let lastEventId = ''
      for (const line of block.split('\n')) {
        const [field, value] = line.split(': ')
        if (field === 'event') event = value
        if (field === 'data') data = value
        if (field === 'id') lastEventId = value
      }
      if (data !== '') this.#take({ event, data, lastEventId })
    }
  }
}
