const ESCAPE = '\u001b'
const BELL = '\u0007'

/** What an OSC sequence says. */
const SAID = `[^${BELL}${ESCAPE}]`

/**
 * Control sequences of a terminal: colours (CSI), titles and links (OSC).
 * ECMA-48 §5.4 and §8.3.89.
 */
const SEQUENCE = new RegExp(
  `${ESCAPE}(?:\\[[0-?]*[ -/]*[@-~]|\\]${SAID}*(?:${BELL}|${ESCAPE}\\\\)|[@-Z\\\\^_])`,
  'g',
)
/** One that goes on in the next piece of text. */
const BEGUN = new RegExp(
  `${ESCAPE}(?:\\[[0-?]*[ -/]*|\\]${SAID}{0,200}${ESCAPE}?)?$`,
)

/**
 * Takes the control sequences out of a text that comes in pieces.
 *
 * @returns {(piece: string) => string} which keeps a sequence that has only
 *   begun until the next call
 */
export function plainText() {
  let begun = ''
  return (piece) => {
    const text = (begun + piece).replace(SEQUENCE, '')
    const at = text.search(BEGUN)
    begun = at === -1 ? '' : text.slice(at)
    return at === -1 ? text : text.slice(0, at)
  }
}
