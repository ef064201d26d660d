import {
  closedSilently,
  example,
  get,
  head,
  refused,
  refusedLast,
  second,
  seen,
  seenLast,
  shown,
} from './words.js'

/** @import { Case } from './words.js' */

/** @param {string} line */
const withLine = (line) => head(line, 'Host: a')

const invalidMethods = [
  'GE(T',
  'G,ET',
  'GET/',
  'G:ET',
  'G;ET',
  '<GET>',
  'G=ET',
  'GE?T',
  'G@T',
  'G[ET',
  'G\\ET',
  'G]ET',
  'GE{T',
  'G}ET',
  '"GET"',
  'G\x00ET',
  'G\x01ET',
  'G\x7fET',
  'G\xc9T',
  '\xefGET',
  '',
]

const invalidVersions = [
  'HTTP/1',
  'HTTP/1.',
  'HTTP/.1',
  'HTTP/11',
  'HTTP/1.1.1',
  'HTTP/1.10',
  'HTTP/01.1',
  'http/1.1',
  'Http/1.1',
  'HTTP/1,1',
  'HTTP-1.1',
  'HTTPS/1.1',
  'HTTP/+1.1',
  'HTTP/1.1x',
  'HTTP/ 1.1',
  'HTTP /1.1',
  'HTTP\\1.1',
  'HTTP/',
  'HTTP',
  'ICY/1.1',
  'HTTP/a.b',
  'HTTP/1.\xb9',
  'HTTP/-1.1',
  'HTTP/1.1\x00',
]

const spaces = [
  { name: 'two spaces before the target', line: 'GET  / HTTP/1.1' },
  { name: 'two spaces before the version', line: 'GET /  HTTP/1.1' },
  { name: 'a tab before the target', line: 'GET\t/ HTTP/1.1' },
  { name: 'a tab before the version', line: 'GET /\tHTTP/1.1' },
  { name: 'a vertical tab before the target', line: 'GET\x0b/ HTTP/1.1' },
  { name: 'a form feed before the version', line: 'GET /\x0cHTTP/1.1' },
  { name: 'a space before the method', line: ' GET / HTTP/1.1' },
  { name: 'a tab before the method', line: '\tGET / HTTP/1.1' },
  { name: 'a space behind the version', line: 'GET / HTTP/1.1 ' },
  { name: 'a tab behind the version', line: 'GET / HTTP/1.1\t' },
]

/** @type {Case[]} */
export const requestLine = [
  example('GET', 'method-known', get(), seen({ method: 'GET', target: '/' })),
  {
    ...example('HEAD', 'method-known', withLine('HEAD / HTTP/1.1'), {
      answers: [{ status: [200], body: '' }],
      end: 'told',
    }),
    methods: ['HEAD'],
  },
  ...['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) =>
    example(
      `${method} reaches the handler, or is refused as a method`,
      'method-unknown',
      head(`${method} / HTTP/1.1`, 'Host: a', 'Content-Length: 0'),
      seen({ method }),
      refused(405, 501),
    ),
  ),
  ...['get', 'Get', 'gET'].map((method) =>
    example(
      `${method} is not GET`,
      'method-case',
      withLine(`${method} / HTTP/1.1`),
      refused(400, 405, 501),
      seen({ method }),
      closedSilently,
    ),
  ),
  ...['BREW', 'X', 'GETT', 'GE', 'M-SEARCH2', "!#$%&'*+-.^_`|~"].map((method) =>
    example(
      `an unknown method, ${method}`,
      'method-unknown',
      withLine(`${method} / HTTP/1.1`),
      refused(501),
      refused(405),
      seen({ method }),
    ),
  ),
  ...[40, 1000].map((size) =>
    example(
      `a method of ${size} letters`,
      'method-length',
      withLine(`${'A'.repeat(size)} / HTTP/1.1`),
      refused(501),
    ),
  ),
  ...invalidMethods.map((method) =>
    example(
      `a method that is no token: ${shown(method) || 'none'}`,
      'request-line',
      withLine(`${method} / HTTP/1.1`),
      refusedLast(400, 501),
    ),
  ),
  ...invalidVersions.map((version) =>
    example(
      `a version that is none: ${shown(version)}`,
      'version',
      withLine(`GET / ${version}`),
      refusedLast(400, 505),
    ),
  ),
  ...['HTTP/2.0', 'HTTP/3.0', 'HTTP/0.9', 'HTTP/9.9', 'HTTP/2.1'].map(
    (version) =>
      example(
        `another major version: ${version}`,
        'version-major',
        withLine(`GET / ${version}`),
        refusedLast(505, 400),
      ),
  ),
  ...['HTTP/1.2', 'HTTP/1.9'].map((version) =>
    example(
      `a later minor version: ${version}`,
      'version-minor',
      withLine(`GET / ${version}`),
      seen({ method: 'GET' }),
    ),
  ),
  example(
    'no version, as HTTP/0.9 had none',
    'request-line',
    'GET /\r\n\r\n',
    refusedLast(400, 505),
  ),
  example(
    'the answer to HTTP/1.0 says HTTP/1.1',
    'version-answer',
    withLine('GET / HTTP/1.0'),
    { answers: [{ status: [200], version: '1.1' }], end: 'closed' },
  ),
  ...spaces.map(({ name, line }) =>
    example(
      name,
      'request-line-words',
      withLine(line),
      refusedLast(400, 501, 505),
      seen({ method: 'GET', target: '/' }),
      seenLast({ method: 'GET', target: '/' }),
    ),
  ),
  example(
    'a space within the target',
    'target-space',
    withLine('GET /a b HTTP/1.1'),
    refusedLast(400, 301, 505),
  ),
  example(
    'a no-break space before the version',
    'request-line',
    withLine('GET /\xa0HTTP/1.1'),
    refusedLast(400, 505),
  ),
  ...['GET /\r HTTP/1.1', 'GET\r / HTTP/1.1', 'GET / HTTP/1.1\r'].map((line) =>
    example(
      `a bare CR: ${shown(line)}`,
      'bare-cr',
      withLine(line),
      refusedLast(400, 501, 505),
      seen({ target: '/' }),
    ),
  ),
  {
    ...example(
      'lines that end in a bare CR',
      'bare-cr',
      'GET / HTTP/1.1\rHost: a\r\r',
      refusedLast(400, 408, 505),
      closedSilently,
    ),
    halfCloses: true,
  },
  example(
    'a NUL in the target',
    'request-line',
    withLine('GET /\x00 HTTP/1.1'),
    refusedLast(400),
  ),
  ...[
    [
      'a line feed alone ends the request line',
      'GET / HTTP/1.1\nHost: a\r\n\r\n',
    ],
    ['line feeds alone end all lines', 'GET / HTTP/1.1\nHost: a\n\n'],
    ['a line feed alone ends the head', 'GET / HTTP/1.1\r\nHost: a\r\n\n'],
  ].map(([name, text]) =>
    example(
      name,
      'line-feed',
      text,
      seen({ method: 'GET', fields: { host: 'a' } }),
      refusedLast(400, 505),
    ),
  ),
  example(
    'an empty line before the request',
    'empty-line',
    `\r\n${get()}`,
    seen({ method: 'GET', target: '/' }),
  ),
  example(
    'an empty line between two requests',
    'empty-line',
    `${get()}\r\n${second}`,
    seen({ target: '/' }, { target: '/second' }),
  ),
  example(
    'many empty lines before the request',
    'empty-line',
    '\r\n'.repeat(8) + get(),
    seen({ method: 'GET' }),
    refusedLast(400),
  ),
  example(
    'an empty line of a line feed alone before the request',
    'line-feed',
    `\n${get()}`,
    seen({ method: 'GET' }),
    refusedLast(400),
  ),
  example(
    'a bare CR before the request',
    'bare-cr',
    `\r${get()}`,
    refusedLast(400, 501),
    seen({ method: 'GET' }),
  ),
  {
    ...example(
      'half a request line, and the end',
      'incomplete-request',
      'GET / HT',
      closedSilently,
      refusedLast(400, 408),
    ),
    halfCloses: true,
  },
  {
    ...example(
      'half a head, and the end',
      'incomplete-request',
      'GET / HTTP/1.1\r\nHost: a\r\n',
      closedSilently,
      refusedLast(400, 408),
    ),
    halfCloses: true,
  },
  {
    ...example(
      'nothing, and the end',
      'incomplete-request',
      '',
      closedSilently,
    ),
    halfCloses: true,
  },
  example(
    'a TLS greeting',
    'grammar',
    '\x16\x03\x01\x00\xf4\x01\x00\x00\xf0\x03\x03\r\n\r\n',
    refusedLast(400),
    closedSilently,
  ),
  example(
    'the preface of HTTP/2',
    'version-major',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    refusedLast(400, 501, 505),
    closedSilently,
  ),
  example(
    'an answer in place of a request',
    'grammar',
    'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
    refusedLast(400, 501, 505),
  ),
]
