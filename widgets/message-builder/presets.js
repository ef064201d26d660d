/** @typedef {import('./model.js').Parts} Parts */
/**
 * @typedef {object} Preset
 * @property {import('./model.js').Side} side to begin with
 * @property {Parts} request
 * @property {Parts} response
 */

const DATE = 'date: Sat, 21 Nov 2026 10:00:00 GMT'

/** @type {Parts} */
const plain = {
  version: 'HTTP/1.1',
  method: 'GET',
  target: '/hello',
  status: '200',
  fields: '',
  body: '',
  chunks: false,
}

/**
 * @param {import('./model.js').Side} side
 * @param {Partial<Parts>} request
 * @param {Partial<Parts>} response
 * @returns {Preset}
 */
const preset = (side, request, response) => ({
  side,
  request: { ...plain, ...request },
  response: { ...plain, method: request.method ?? 'GET', ...response },
})

/** @param {...string} fields */
const lines = (...fields) => fields.join('\n')

/** @type {Record<string, Preset>} */
export const presets = {
  get: preset(
    'request',
    { fields: lines('host: localhost:8080', 'accept: text/plain') },
    {
      fields: lines(
        'content-type: text/plain; charset=utf-8',
        'content-length: 5',
        DATE,
      ),
      body: 'hello',
    },
  ),
  post: preset(
    'request',
    {
      method: 'POST',
      target: '/users',
      fields: lines(
        'host: localhost:8080',
        'content-type: application/json',
        'content-length: 16',
      ),
      body: '{"name":"joão"}',
    },
    {
      status: '201',
      fields: lines(
        'location: /users/7',
        'content-type: application/json',
        'content-length: 23',
        DATE,
      ),
      body: '{"id":7,"name":"joão"}',
    },
  ),
  'not-modified': preset(
    'response',
    {
      target: '/greeting',
      fields: lines('host: localhost:8080', 'if-none-match: "3f8a1c"'),
    },
    { status: '304', fields: lines('etag: "3f8a1c"', 'vary: accept', DATE) },
  ),
  chunked: preset(
    'response',
    { target: '/log', fields: lines('host: localhost:8080') },
    {
      fields: lines(
        'content-type: text/plain; charset=utf-8',
        'transfer-encoding: chunked',
        DATE,
      ),
      body: 'first\njoão\n',
      chunks: true,
    },
  ),
  'not-allowed': preset(
    'response',
    { method: 'DELETE', fields: lines('host: localhost:8080') },
    {
      status: '405',
      fields: lines(
        'allow: GET, HEAD, OPTIONS',
        'content-type: text/plain; charset=utf-8',
        'content-length: 18',
        DATE,
      ),
      body: 'Method Not Allowed',
    },
  ),
  broken: preset(
    'request',
    {
      method: 'POST',
      target: '/a b',
      fields: lines(
        'x-spaced : 1',
        ' folded',
        'x-name: ana\\r\\nx-admin: true',
        'content-length: 4',
      ),
      body: 'joão',
    },
    {
      status: '204',
      fields: lines('etag: 3f8a1c', 'date: today', 'content-length: 2'),
      body: 'ok',
    },
  ),
}
