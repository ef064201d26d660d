/** @typedef {keyof typeof import('./readers.js').READERS} Rule */
/** @typedef {{ bytes: string, a: Rule, b: Rule }} Stream */

const HOST = 'Host: t.example\r\n'

/** @param {...string} fields */
const post = (...fields) =>
  `POST /hello HTTP/1.1\r\n${HOST}${fields.map((field) => `${field}\r\n`).join('')}\r\n`

/** @param {string} path */
const get = (path) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`

const HIDDEN = get('/admin')
const { length } = HIDDEN

const END = '0\r\n\r\n'

/** One that swallows the end of a chunked body, so that it leaves no trace. */
const SWALLOWING = `POST /admin HTTP/1.1\r\n${HOST}Content-Length: ${END.length + 2}\r\n\r\n`

const CHUNKED = 'Transfer-Encoding: chunked'

/** @param {string} data */
const size = (data) => data.length.toString(16)

/**
 * What is sent over one connection, and the rules of two that read it.
 *
 * @type {Record<string, Stream>}
 */
export const streams = {
  both: {
    bytes: `${post(`Content-Length: ${END.length + length}`, CHUNKED)}${END}${HIDDEN}`,
    a: 'length',
    b: 'chunks',
  },
  bothAgain: {
    bytes: `${post('Content-Length: 4', CHUNKED)}${size(SWALLOWING)}\r\n${SWALLOWING}\r\n${END}`,
    a: 'chunks',
    b: 'length',
  },
  plain: {
    bytes: `${get('/hey')}${post('Content-Length: 5')}hello${get('/guests')}`,
    a: 'length',
    b: 'chunks',
  },
  blank: {
    bytes: `${post(`Content-Length: ${END.length + length}`, CHUNKED.replace(':', ' :'))}${END}${HIDDEN}`,
    a: 'spaced',
    b: 'chunks',
  },
  twice: {
    bytes: `${post(`Content-Length: ${length}`, 'Content-Length: 0')}${HIDDEN}`,
    a: 'first',
    b: 'last',
  },
  capitals: {
    bytes: `${post('TRANSFER-encoding: Chunked')}5\r\nhello\r\n${END}${get('/hey')}`,
    a: 'chunks',
    b: 'lineFeeds',
  },
  sign: {
    bytes: `${post(`Content-Length: +${length}`)}${HIDDEN}`,
    a: 'digits',
    b: 'signed',
  },
  folded: {
    bytes: `${post('Accept: */*', ` Content-Length: ${length}`)}${HIDDEN}`,
    a: 'indented',
    b: 'unfolded',
  },
  prefix: {
    bytes: `${post(CHUNKED)}0x${size(`\r\n${SWALLOWING}`)}\r\n\r\n${SWALLOWING}\r\n${END}`,
    a: 'hexadecimal',
    b: 'prefixed',
  },
  extension: {
    bytes: `${post(CHUNKED)}2;\nxx\r\n${size(END + SWALLOWING)}\r\n${END}${SWALLOWING}\r\n${END}`,
    a: 'lineFeeds',
    b: 'skipping',
  },
}
