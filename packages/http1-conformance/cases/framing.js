import {
  closedSilently,
  example,
  head,
  post,
  refused,
  refusedLast,
  second,
  seen,
  seenLast,
  shown,
} from './words.js'

/** @import { Case } from './words.js' */

/** @param {string} value @param {string} [body] */
const long = (value, body = 'hello') => post([`Content-Length: ${value}`], body)

const invalidLengths = [
  '5 5',
  '+5',
  '-5',
  '5.0',
  '0x5',
  '5e0',
  '5;',
  '"5"',
  '5_0',
  '5a',
  'a5',
  'abc',
  '5\x0b',
  '\x0b5',
  '5\xa0',
  '\xb5',
  '5\x00',
  "'5'",
  '\xb2',
  '5-',
  '--5',
  '5:',
  '5/5',
  '1 000',
  '%35',
  'Infinity',
  '0b101',
  '5n',
]

const largeLengths = [
  ['2^53 + 5', '9007199254740997'],
  ['2^64 + 5', '18446744073709551621'],
  ['2^128 + 5', '340282366920938463463374607431768211461'],
  ['500 digits', `${'9'.repeat(499)}5`],
]

const unknownCodings = [
  'gzip',
  'identity',
  'chunkedx',
  'xchunked',
  'chunk',
  'chun ked',
  '"chunked"',
  'chunked-',
  '\x0bchunked',
  'chunked\x0b',
  '\x0cchunked',
  'chunked\x00',
  '\x00chunked',
  '[chunked]',
  'chunked/1',
  'trailers',
  'chunked identity',
  '\xa0chunked',
  'chunked\x7f',
  '=chunked',
  '',
]

const notLast = ['chunked, gzip', 'chunked, identity', 'chunked, x', 'gzip, br']

const whole = '5\r\nhello\r\n0\r\n\r\n'

/** @param {...string} fields @returns {string} with a body in chunks */
const coded = (...fields) => post(fields, whole)

/** @type {Case[]} */
const lengths = [
  example('a body of 5 bytes', 'length', long('5'), seen({ body: 'hello' })),
  example('a body of no bytes', 'length', long('0', ''), seen({ body: '' })),
  example(
    'a length with zeros in front',
    'length',
    long('0005'),
    seen({ body: 'hello' }),
  ),
  example(
    'white space around a length',
    'field-space',
    long('\t 5 \t'),
    seen({ body: 'hello' }),
  ),
  ...['content-length', 'CONTENT-LENGTH', 'cOnTeNt-LeNgTh'].map((name) =>
    example(
      `Content-Length written ${name}`,
      'field-name-case',
      post([`${name}: 5`], 'hello') + second,
      seen({ body: 'hello' }, { target: '/second' }),
    ),
  ),
  example(
    'neither length nor coding',
    'length-none',
    post([]) + second,
    seen({ body: '' }, { target: '/second' }),
    refused(411),
  ),
  ...['GET', 'DELETE', 'OPTIONS'].map((method) =>
    example(
      `${method} with a body`,
      'length',
      head(`${method} / HTTP/1.1`, 'Host: a', 'Content-Length: 5') +
        `hello${second}`,
      seen({ method, body: 'hello' }, { target: '/second' }),
      seen({ method }, { target: '/second' }),
      refusedLast(400, 405, 413, 501),
      {
        answers: [{ status: [400, 405, 413, 501] }, { status: [200] }],
        end: 'told',
      },
    ),
  ),
  {
    ...example(
      'a body that looks like a request',
      'length',
      post([`Content-Length: ${second.length}`], second),
      seen({ body: second }),
    ),
    most: 1,
  },
  example(
    'bytes of all values in a body',
    'length',
    long('256', String.fromCharCode(...Array(256).keys())),
    seen({ body: String.fromCharCode(...Array(256).keys()) }),
  ),
  {
    ...example(
      'a body of a megabyte',
      'length',
      long('1000000', 'a'.repeat(1_000_000)),
      seen({ body: 'a'.repeat(1_000_000) }),
      refused(413),
    ),
    cuts: ['whole'],
  },
  example(
    'a body that is longer than its length',
    'length',
    long('3', 'hello\r\n\r\n'),
    {
      answers: [
        { status: [200], seen: { body: 'hel' } },
        { status: [400, 501] },
      ],
      end: 'closed',
    },
  ),
  {
    ...example(
      'a body that ends too early',
      'incomplete',
      long('10'),
      closedSilently,
      refusedLast(400, 408),
    ),
    halfCloses: true,
  },
  ...invalidLengths.map((value) =>
    example(
      `a length that is none: ${shown(value)}`,
      'length-invalid',
      long(value),
      refusedLast(400),
    ),
  ),
  ...['', ' '].map((value) =>
    example(
      `an empty length: ${shown(value)}`,
      'length-invalid',
      post([`Content-Length:${value}`]),
      refusedLast(400),
    ),
  ),
  ...['5,', ',5', '5,,5', '5,6', '5, 6', '6, 5', '5, a', '5 , 5, 6'].map(
    (value) =>
      example(
        `a list that is no length: ${value}`,
        'length-invalid',
        long(value),
        refusedLast(400),
        ...(/6|a/.test(value) ? [] : [seen({ body: 'hello' })]),
      ),
  ),
  ...['5, 5', '5,5,5'].map((value) =>
    example(
      `a list of the same length: ${value}`,
      'length-repeated',
      long(value),
      refusedLast(400),
      seen({ body: 'hello' }),
    ),
  ),
  example(
    'Content-Length twice, the same',
    'length-repeated',
    post(['Content-Length: 5', 'Content-Length: 5'], 'hello'),
    refusedLast(400),
    seen({ body: 'hello' }),
  ),
  ...[
    ['5', '6'],
    ['6', '5'],
    ['0', '5'],
    ['5', '05'],
    ['5', '5 x'],
    ['5', ''],
  ].map(([first, other]) =>
    example(
      `Content-Length twice: ${first} and ${other || 'nothing'}`,
      'length-invalid',
      post([`Content-Length: ${first}`, `Content-Length: ${other}`], 'hello'),
      refusedLast(400),
      ...(other === '05' ? [seen({ body: 'hello' })] : []),
    ),
  ),
  ...largeLengths.map(([name, value]) => ({
    ...example(
      `a length of ${name}`,
      'length-large',
      long(value),
      refusedLast(400, 413),
      closedSilently,
    ),
    halfCloses: true,
  })),
  example(
    'a field that is only like Content-Length',
    'length-none',
    post(['Content_Length: 5', 'X-Content-Length: 5']) + second,
    seen({ body: '' }, { target: '/second' }),
    refused(411),
    refusedLast(400),
  ),
  {
    ...example(
      'HTTP/1.0 with a body',
      'length',
      `${head('POST / HTTP/1.0', 'Content-Length: 5')}hello`,
      seenLast({ body: 'hello' }),
    ),
  },
]

/** @type {Case[]} */
const codings = [
  ...['chunked', 'Chunked', 'CHUNKED', 'cHuNkEd'].map((coding) =>
    example(
      `the coding ${coding}`,
      'coding-case',
      coded(`Transfer-Encoding: ${coding}`) + second,
      seen({ body: 'hello' }, { target: '/second' }),
    ),
  ),
  ...['transfer-encoding', 'TRANSFER-ENCODING'].map((name) =>
    example(
      `Transfer-Encoding written ${name}`,
      'field-name-case',
      coded(`${name}: chunked`) + second,
      seen({ body: 'hello' }, { target: '/second' }),
    ),
  ),
  example(
    'white space around a coding',
    'field-space',
    coded('Transfer-Encoding: \t chunked \t') + second,
    seen({ body: 'hello' }, { target: '/second' }),
  ),
  ...unknownCodings.map((coding) =>
    example(
      `a coding that is not chunked: ${shown(coding) || 'none'}`,
      'coding-last',
      coded(`Transfer-Encoding: ${coding}`),
      refusedLast(400, 501),
    ),
  ),
  ...notLast.map((codings) =>
    example(
      `chunked is not the last coding: ${codings}`,
      'coding-last',
      coded(`Transfer-Encoding: ${codings}`),
      refusedLast(400, 501),
    ),
  ),
  example(
    'chunked is not the last coding, in two lines',
    'coding-last',
    coded('Transfer-Encoding: chunked', 'Transfer-Encoding: identity'),
    refusedLast(400, 501),
  ),
  ...['gzip, chunked', 'identity, chunked', 'x, chunked', 'gzip , chunked'].map(
    (codings) =>
      example(
        `a coding before chunked: ${codings}`,
        'coding-unknown',
        coded(`Transfer-Encoding: ${codings}`),
        refusedLast(501, 400),
      ),
  ),
  example(
    'a coding before chunked, in two lines',
    'coding-unknown',
    coded('Transfer-Encoding: gzip', 'Transfer-Encoding: chunked'),
    refusedLast(501, 400),
  ),
  example(
    'chunked twice',
    'coding-twice',
    coded('Transfer-Encoding: chunked, chunked'),
    refusedLast(400, 501),
  ),
  example(
    'chunked twice, in two lines',
    'coding-twice',
    coded('Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'),
    refusedLast(400, 501),
  ),
  ...['chunked;a=b', 'chunked; a', 'chunked;'].map((coding) =>
    example(
      `chunked with parameters: ${coding}`,
      'coding-parameters',
      coded(`Transfer-Encoding: ${coding}`),
      refusedLast(400, 501),
    ),
  ),
  ...['chunked,', ',chunked', ', chunked ,'].map((codings) =>
    example(
      `a list with empty elements: ${codings}`,
      'list-empty',
      coded(`Transfer-Encoding: ${codings}`),
      refusedLast(400, 501),
      seen({ body: 'hello' }),
    ),
  ),
  example(
    'a coding in HTTP/1.0',
    'coding-old',
    head('POST / HTTP/1.0', 'Transfer-Encoding: chunked') + whole + second,
    refusedLast(400, 501),
    seenLast({ body: 'hello' }),
  ),
  example(
    'a coding and a length in HTTP/1.0 that is kept alive',
    'coding-old',
    head(
      'POST / HTTP/1.0',
      'Connection: keep-alive',
      'Content-Length: 15',
      'Transfer-Encoding: chunked',
    ) + whole,
    refusedLast(400, 501),
    seenLast({ body: 'hello' }),
  ),
  example(
    'GET with chunks',
    'chunked',
    head('GET / HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked') +
      whole +
      second,
    seen({ method: 'GET' }, { target: '/second' }),
    refusedLast(400, 413),
  ),
  ...[
    [
      'a length before the coding',
      'Content-Length: 15',
      'Transfer-Encoding: chunked',
    ],
    [
      'a length behind the coding',
      'Transfer-Encoding: chunked',
      'Content-Length: 15',
    ],
    [
      'a length of 0 and a coding',
      'Content-Length: 0',
      'Transfer-Encoding: chunked',
    ],
    [
      'a coding and an invalid length',
      'Transfer-Encoding: chunked',
      'Content-Length: x',
    ],
  ].map(([name, ...fields]) =>
    example(
      name,
      'both-lengths',
      coded(...fields) + second,
      refusedLast(400, 501),
      seenLast({ body: 'hello' }),
    ),
  ),
]

/** @type {Case[]} */
export const framing = [...lengths, ...codings]

/** What hides from one of two servers that there is a coding. */
const disguises = [
  ['as it is', 'Transfer-Encoding: chunked'],
  ['in capitals', 'TRANSFER-ENCODING: CHUNKED'],
  ['with a space before the colon', 'Transfer-Encoding : chunked'],
  ['with a tab before the colon', 'Transfer-Encoding\t: chunked'],
  ['with a tab behind the colon', 'Transfer-Encoding:\tchunked'],
  ['with a vertical tab', 'Transfer-Encoding:\x0bchunked'],
  ['with an x in front', 'Transfer-Encoding: xchunked'],
  ['with a NUL behind', 'Transfer-Encoding: chunked\x00'],
  ['folded', 'Transfer-Encoding:\r\n chunked'],
  ['behind a fold', 'X: 1\r\n Transfer-Encoding: chunked'],
  ['behind a bare CR', 'X: 1\rTransfer-Encoding: chunked'],
  ['behind a line feed', 'X: 1\nTransfer-Encoding: chunked'],
  ['with a bare CR in it', 'Transfer-\rEncoding: chunked'],
  [
    'twice, identity last',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
  ],
  [
    'twice, identity first',
    'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked',
  ],
  [
    'twice, nonsense last',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: x',
  ],
  ['in quotes', 'Transfer-Encoding: "chunked"'],
  ['with a parameter', 'Transfer-Encoding: chunked;q=1'],
  ['in a list', 'Transfer-Encoding: identity, chunked'],
  ['in a list, cow last', 'Transfer-Encoding: chunked, cow'],
  ['with a byte beyond ASCII', 'Transfer-Encoding: \xffchunked'],
  ['with a NUL in the name', 'Transfer-\x00Encoding: chunked'],
  ['with a white space in front', ' Transfer-Encoding: chunked'],
]

const hidden = head('GET /smuggled HTTP/1.1', 'Host: a')

/**
 * A server that takes the length sees one request, one that takes the chunks
 * sees another one behind it; and the other way about.
 *
 * @type {Case[]}
 */
export const smuggling = disguises.flatMap(([name, line]) => {
  const ends = `0\r\n\r\n${hidden}`
  const chunk = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`
  return [
    ...[
      ['a request behind the chunks', `Content-Length: ${ends.length}`, ends],
      ['a request within the chunks', 'Content-Length: 4', chunk],
    ].map(([what, length, body]) => ({
      ...example(
        `Content-Length, and Transfer-Encoding ${name}: ${what}`,
        'both-lengths',
        post([length, line], body),
        refusedLast(400, 501),
        { answers: [{ status: [200] }], end: 'closed' },
      ),
      most: 1,
    })),
  ]
})

/** Requests that one reads with a body and another without. */
/** @type {Case[]} */
export const hiding = [
  ...['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'].map((method) => ({
    ...example(
      `a request within the body of ${method}`,
      'length',
      head(
        `${method} / HTTP/1.1`,
        'Host: a',
        `Content-Length: ${hidden.length}`,
      ) + hidden,
      {
        answers: [{ status: [200, 400, 404, 405, 413, 501] }],
        end: /** @type {const} */ ('any'),
      },
      closedSilently,
    ),
    methods: [method],
    most: 1,
  })),
  ...['\n', '\r'].map((line) => ({
    ...example(
      `a length behind ${shown(line)} within a value`,
      'bare-cr',
      post([`X: 1${line}Content-Length: ${hidden.length}`], hidden),
      refusedLast(400),
      // A line feed may end a line, and then there is a length.
      ...(line === '\n' ? [seen({ body: hidden })] : []),
      // A CR may count as a space, and then there is none.
      ...(line === '\r' ? [seen({ body: '' }, { target: '/smuggled' })] : []),
    ),
  })),
  {
    ...example(
      'a request in a trailer',
      'trailers',
      post(['Transfer-Encoding: chunked'], `0\r\n${hidden}`),
      refusedLast(400),
    ),
    most: 1,
  },
  {
    ...example(
      'a request behind a chunk size of too many digits',
      'chunk-large',
      post(
        ['Transfer-Encoding: chunked'],
        `1${'0'.repeat(16)}\r\n\r\n${hidden}`,
      ),
      refusedLast(400, 413),
    ),
    most: 1,
  },
  {
    ...example(
      'a request behind half a chunk',
      'chunk-grammar',
      post(['Transfer-Encoding: chunked'], `5\r\nhel\r\n0\r\n\r\n${hidden}`),
      refusedLast(400),
    ),
    most: 1,
  },
  {
    ...example(
      'a request behind a chunk without its line end',
      'chunk-grammar',
      post(['Transfer-Encoding: chunked'], `5\r\nhello0\r\n\r\n${hidden}`),
      refusedLast(400),
    ),
    most: 1,
  },
  {
    ...example(
      'a request within an extension that a line feed ends',
      'chunk-grammar',
      post(
        ['Transfer-Encoding: chunked'],
        `2;\nxx\r\n${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
      ),
      refusedLast(400),
    ),
    most: 1,
  },
]
