import {
  chunked,
  closedSilently,
  example,
  post,
  refusedLast,
  second,
  seen,
  shown,
} from './words.js'

/** @import { Case } from './words.js' */

const end = '0\r\n\r\n'

const readings = [
  ['one chunk', `5\r\nhello\r\n${end}`],
  ['two chunks', `2\r\nhe\r\n3\r\nllo\r\n${end}`],
  [
    'a chunk for each byte',
    `${[...'hello'].map((c) => `1\r\n${c}\r\n`).join('')}${end}`,
  ],
  ['a size with zeros in front', `0005\r\nhello\r\n${end}`],
  ['a last chunk of many zeros', '5\r\nhello\r\n0000\r\n\r\n'],
  ['no chunk but the last', end, ''],
  ['a size in small letters', `a\r\n0123456789\r\n${end}`, '0123456789'],
  ['a size in capitals', `A\r\n0123456789\r\n${end}`, '0123456789'],
  ['a size of two digits', `1f\r\n${'a'.repeat(31)}\r\n${end}`, 'a'.repeat(31)],
  [
    'chunks within a chunk',
    `b\r\n5\r\nhello\r\n0\r\n${end}`,
    '5\r\nhello\r\n0',
  ],
  ['line ends within a chunk', `4\r\n\r\n\r\n\r\n${end}`, '\r\n\r\n'],
]

const extensions = [
  ';a',
  ';a=b',
  ';a="b"',
  ';a="b;c"',
  ';a="b\\"c"',
  ';a;b;c=d',
  ';a=""',
  ' ;a',
  '\t;a',
  '; a',
  ' ; a = b',
  ';a= "b"',
  `;${'a'.repeat(100)}`,
]

const invalidExtensions = [
  ';',
  ';=b',
  ';a=',
  ';a b',
  ';a="b',
  ';\x00',
  ';a\x01',
  ' a',
  ';a=b"c"',
  ';a=\x7f',
  ';a;',
  ';"a"',
  '  ',
]

const invalidSizes = [
  '',
  'g',
  '0x5',
  '+5',
  '-5',
  ' 5',
  '\t5',
  '5,',
  '1_0',
  '5.0',
  '5h',
  '\x005',
  '5\x00',
  '"5"',
  '5:',
  '\xb5',
  '\xb2',
  '5\x0b',
  "'5",
  '#5',
  '5-5',
]

const large = [
  ['2^32 + 5', '100000005'],
  ['2^53 + 5', '20000000000005'],
  ['2^64 + 5', '10000000000000005'],
  ['-1 in 64 bits', 'ffffffffffffffff'],
  ['200 digits', `${'f'.repeat(199)}5`],
]

const ends = [
  ['a chunk that is longer than its size', `4\r\nhello\r\n${end}`],
  ['a chunk that is shorter than its size', `6\r\nhello\r\n${end}`],
  ['two letters in place of a line end', `5\r\nhelloXX${end}`],
  ['no line end behind a chunk', `5\r\nhello${end}`],
  ['a line feed alone behind a chunk', `5\r\nhello\n${end}`],
  ['a line feed alone behind a size', `5\nhello\r\n${end}`],
  ['a line feed alone behind the last size', '5\r\nhello\r\n0\n\r\n'],
  ['a line feed alone at the end', '5\r\nhello\r\n0\r\n\n'],
  ['two line ends behind a size', `5\r\n\r\nhello\r\n${end}`],
  ['LF CR in place of CR LF', `5\n\rhello\r\n${end}`],
]

const bareCrs = [
  ['behind a size', `5\rhello\r\n${end}`],
  ['behind a chunk', `5\r\nhello\r0\r\n\r\n`],
  ['before the line end of a size', `5\r\r\nhello\r\n${end}`],
  ['within an extension', `5;a\rb\r\nhello\r\n${end}`],
]

const incomplete = [
  ['no last chunk', '5\r\nhello\r\n'],
  ['half a chunk', '5\r\nhel'],
  ['half a size', '1'],
  ['nothing', ''],
  ['a chunk without its line end', '5\r\nhello'],
]

const trailerLines = [
  ['a trailer', 'X-Trailer: 1\r\n'],
  ['two trailers', 'X-Trailer: 1\r\nX-Other: 2\r\n'],
  ['a trailer without value', 'X-Trailer:\r\n'],
]

const forbiddenTrailers = [
  'Content-Length: 3',
  'Transfer-Encoding: chunked',
  'Host: b',
  'Authorization: x',
  'Connection: close',
  'X-Field: 2',
]

const brokenTrailers = [
  ['without colon', 'X-Trailer\r\n'],
  ['with a space before the colon', 'X-Trailer : 1\r\n'],
  ['without name', ': 1\r\n'],
  ['with a name that is no token', 'X(Y): 1\r\n'],
  ['folded', 'X: 1\r\n 2\r\n'],
  ['behind white space', ' X: 1\r\n'],
]

/** @type {Case[]} */
export const chunks = [
  ...readings.map(([name, body, text = 'hello']) =>
    example(
      name,
      'chunked',
      chunked(body) + second,
      seen({ body: text }, { target: '/second' }),
    ),
  ),
  ...extensions.map((extension) =>
    example(
      `an extension: ${shown(extension).slice(0, 40)}`,
      'chunk-extension',
      chunked(`5${extension}\r\nhello\r\n${end}`) + second,
      seen({ body: 'hello' }, { target: '/second' }),
    ),
  ),
  example(
    'an extension of the last chunk',
    'chunk-extension',
    chunked('5\r\nhello\r\n0;a=b\r\n\r\n') + second,
    seen({ body: 'hello' }, { target: '/second' }),
  ),
  ...invalidExtensions.map((extension) =>
    example(
      `an extension that is none: ${shown(extension)}`,
      'chunk-grammar',
      chunked(`5${extension}\r\nhello\r\n${end}`),
      refusedLast(400),
    ),
  ),
  {
    ...example(
      'an extension of 100000 bytes',
      'chunk-extension-limit',
      chunked(`5;${'a'.repeat(100_000)}\r\nhello\r\n${end}`),
      refusedLast(400, 413, 431),
    ),
    cuts: ['whole'],
  },
  {
    ...example(
      'extensions of 400000 bytes in 4000 chunks',
      'chunk-extension-limit',
      chunked(`1;${'a'.repeat(100)}\r\nx\r\n`.repeat(4000) + end),
      refusedLast(400, 413, 431),
    ),
    cuts: ['whole'],
  },
  ...invalidSizes.map((size) =>
    example(
      `a size that is none: ${shown(size) || 'nothing'}`,
      'chunk-grammar',
      chunked(`${size}\r\nhello\r\n${end}`),
      refusedLast(400),
    ),
  ),
  ...large.map(([name, size]) => ({
    ...example(
      `a size of ${name}`,
      'chunk-large',
      chunked(`${size}\r\nhello\r\n${end}`),
      refusedLast(400, 413),
      closedSilently,
    ),
    halfCloses: true,
  })),
  ...ends.map(([name, body]) =>
    example(name, 'chunk-grammar', chunked(body), refusedLast(400)),
  ),
  ...bareCrs.map(([name, body]) =>
    example(`a bare CR ${name}`, 'bare-cr', chunked(body), refusedLast(400)),
  ),
  ...incomplete.map(([name, body]) => ({
    ...example(
      `${name}, and the end`,
      'incomplete-chunks',
      chunked(body),
      closedSilently,
      refusedLast(400, 408),
    ),
    halfCloses: true,
  })),
  {
    ...example(
      'many chunks of one byte',
      'chunked',
      chunked('1\r\na\r\n'.repeat(20_000) + end) + second,
      seen({ body: 'a'.repeat(20_000) }, { target: '/second' }),
    ),
    cuts: ['whole'],
  },
  ...trailerLines.map(([name, lines]) =>
    example(
      name,
      'trailers',
      chunked(`5\r\nhello\r\n0\r\n${lines}\r\n`) + second,
      seen(
        { body: 'hello', fields: { 'x-trailer': null } },
        { target: '/second' },
      ),
    ),
  ),
  ...forbiddenTrailers.map((line) =>
    example(
      `a trailer that is none: ${line}`,
      'trailers',
      post(
        ['X-Field: 1', 'Transfer-Encoding: chunked'],
        `5\r\nhello\r\n0\r\n${line}\r\n\r\n`,
      ) + second,
      seen(
        {
          body: 'hello',
          fields: { host: 'a', 'x-field': '1', authorization: null },
        },
        { target: '/second' },
      ),
      refusedLast(400),
    ),
  ),
  ...brokenTrailers.map(([name, lines]) =>
    example(
      `a trailer ${name}`,
      'grammar',
      chunked(`5\r\nhello\r\n0\r\n${lines}\r\n`),
      refusedLast(400),
    ),
  ),
  example(
    'NUL in a trailer',
    'field-danger',
    chunked('5\r\nhello\r\n0\r\nX: a\x00b\r\n\r\n'),
    refusedLast(400),
    seen({ body: 'hello' }),
  ),
  {
    ...example(
      'trailers of 200000 bytes',
      'field-size',
      chunked(`5\r\nhello\r\n0\r\n${'X: 1\r\n'.repeat(33_000)}\r\n`),
      refusedLast(400, 413, 431),
      seen({ body: 'hello' }),
    ),
    cuts: ['whole'],
  },
  example(
    'two bodies in chunks, one behind the other',
    'chunked',
    chunked(`5\r\nhello\r\n${end}`) + chunked(`5\r\nworld\r\n${end}`),
    seen({ body: 'hello' }, { body: 'world' }),
  ),
  example(
    'a request that announces trailers',
    'trailers',
    post(
      ['Trailer: X-Trailer', 'TE: trailers', 'Transfer-Encoding: chunked'],
      `5\r\nhello\r\n0\r\nX-Trailer: 1\r\n\r\n${second}`,
    ),
    seen({ body: 'hello' }, { target: '/second' }),
  ),
]
