import {
  example,
  get,
  head,
  refused,
  refusedLast,
  seen,
  shown,
} from './words.js'

/** @import { Case } from './words.js' */

/** @param {...string} hosts */
const hosted = (...hosts) => head('GET / HTTP/1.1', ...hosts)

const validHosts = [
  'a',
  'a.example',
  'a:80',
  'a:',
  '1.2.3.4',
  '1.2.3.4:80',
  '[::1]',
  'a_b',
  '[::1]:80',
  '[2001:db8::ff00:42:8329]',
  'A',
  'a-b.c',
  '256.1.1.1',
  'a%41',
  'a,b',
  'xn--bcher-kva.example',
  '[v1.a:b]',
  '[::ffff:1.2.3.4]',
  'a.',
]

const invalidHosts = [
  'a b',
  'a/b',
  'a?b',
  'a#b',
  'u@a',
  'http://a',
  'a:b',
  'a:80:80',
  'a:-1',
  '[::1',
  '::1',
  '[zz]',
  '[::1]a',
  '[]',
  'a%',
  'a%zz',
  'a\\b',
  '<a>',
  '"a"',
  'a, b',
  'a\tb',
  'a\x7f',
  'caf\xe9',
  'a|b',
  'a^b',
  'a{b}',
  '`a`',
  'a:8 0',
  '[::1]:x',
  '[1.2.3.4]',
  'a:80,',
  'a;:x',
]

const invalidNameCharacters = [
  ...'"(),/;<=>?@[\\]{}\x00\x01\x1f\x7f\x80\xe9\xff',
]

const validNames = ["!#$%&'*+-.^_`|~", '0', 'x-9z', 'X_y', 'a'.repeat(200)]

/** @type {Case[]} */
export const fields = [
  example('no Host', 'host', hosted(), refused(400)),
  example('no Host among other fields', 'host', hosted('X: 1'), refused(400)),
  example('Host twice', 'host', hosted('Host: a', 'Host: b'), refused(400)),
  example(
    'Host twice, the same',
    'host',
    hosted('Host: a', 'Host: a'),
    refused(400),
  ),
  example(
    'Host twice, apart, in other letters',
    'host',
    hosted('Host: a', 'X: 1', 'HOST: a'),
    refused(400),
  ),
  example(
    'Host twice, one of them empty',
    'host',
    hosted('Host: a', 'Host:'),
    refused(400),
  ),
  example(
    'an empty Host',
    'host-value',
    hosted('Host:'),
    seen({ fields: { host: '' } }),
    refused(400),
  ),
  example(
    'a port without host',
    'host-value',
    hosted('Host: :80'),
    seen({ fields: { host: ':80' } }),
    refused(400),
  ),
  ...validHosts.map((host) =>
    example(
      `the host ${host}`,
      'host-value',
      hosted(`Host: ${host}`),
      seen({ fields: { host } }),
    ),
  ),
  ...invalidHosts.map((host) =>
    example(
      `a host that is none: ${shown(host)}`,
      'host',
      hosted(`Host: ${host}`),
      refused(400),
    ),
  ),
  example('HTTP/1.0 needs no Host', 'host', head('GET / HTTP/1.0'), {
    answers: [{ status: [200], seen: { method: 'GET' } }],
    end: 'closed',
  }),
  example(
    'HTTP/1.0 with Host twice',
    'host',
    head('GET / HTTP/1.0', 'Host: a', 'Host: b'),
    refusedLast(400),
  ),
  example(
    'HTTP/1.0 with a host that is none',
    'host',
    head('GET / HTTP/1.0', 'Host: a/b'),
    refusedLast(400),
  ),
  ...['host', 'HOST', 'hOsT'].map((name) =>
    example(
      `Host written ${name}`,
      'field-name-case',
      hosted(`${name}: a`),
      seen({ fields: { host: 'a' } }),
    ),
  ),
  ...validNames.map((name) =>
    example(
      `the field name ${name.length > 40 ? 'of 200 letters' : name}`,
      'field-name',
      get(`${name}: 1`),
      seen({ fields: { [name.toLowerCase()]: '1' } }),
    ),
  ),
  ...invalidNameCharacters.map((character) =>
    example(
      `${shown(character)} in a field name`,
      'grammar',
      get(`X${character}Y: 1`),
      refusedLast(400),
    ),
  ),
  example('a field without name', 'grammar', get(': 1'), refusedLast(400)),
  example('a line without colon', 'grammar', get('X'), refusedLast(400)),
  example(
    'a space within a field name',
    'grammar',
    get('X Y: 1'),
    refusedLast(400),
  ),
  ...[
    ['a space', 'X : 1'],
    ['a tab', 'X\t: 1'],
    ['spaces', 'X   : 1'],
    ['a space, of Host', 'Host : a'],
    ['a space, of Content-Length', 'Content-Length : 5'],
    ['a space, of Transfer-Encoding', 'Transfer-Encoding : chunked'],
    ['a space, of a field without value', 'X :'],
  ].map(([name, line]) =>
    example(
      `${name} before the colon`,
      'space-before-colon',
      line.startsWith('Host') ? hosted(line) : get(line),
      refused(400),
    ),
  ),
  ...[' X: 1', '\tX: 1', ' Host: b', '  '].map((line) =>
    example(
      `white space before the first field: ${shown(line)}`,
      'space-before-fields',
      head('GET / HTTP/1.1', line, 'Host: a'),
      refused(400),
      seen({ fields: { x: null, host: 'a' } }),
    ),
  ),
  ...[
    ['a value folded with a space', 'X: 1\r\n 2', /** @type {const} */ ('x')],
    ['a value folded with a tab', 'X: 1\r\n\t2', 'x'],
    ['a value folded twice', 'X: 1\r\n \r\n 2', 'x'],
  ].map(([name, lines, field]) =>
    example(
      name,
      'fold',
      get(lines),
      refused(400),
      seen({ fields: { [field]: ['1 2', '1  2', '1   2', '1\t2'] } }),
    ),
  ),
  example(
    'Host folded',
    'fold',
    hosted('Host:\r\n a'),
    refused(400),
    seen({ fields: { host: 'a' } }),
  ),
  example(
    'a last line of white space alone',
    'fold',
    get('X: 1', ' '),
    refused(400),
    seen({ fields: { x: '1' } }),
  ),
  ...['\x00', 'a\x00b', '\x00b'].map((value) =>
    example(
      `NUL in a value: ${shown(value)}`,
      'field-danger',
      get(`X: ${value}`),
      refused(400),
      seen({ fields: { x: ['', 'a b', 'b'] } }),
    ),
  ),
  ...['a\rb', '\rb', 'a\r'].map((value) =>
    example(
      `a bare CR in a value: ${shown(value)}`,
      'field-danger',
      get(`X: ${value}`),
      refused(400),
      seen({ fields: { x: ['a b', 'b', 'a'] } }),
    ),
  ),
  example(
    'a bare CR in a field name',
    'bare-cr',
    get('X\rY: 1'),
    refusedLast(400),
  ),
  example(
    'a bare CR before the empty line',
    'bare-cr',
    'GET / HTTP/1.1\r\nHost: a\r\n\r\r\n\r\n',
    refusedLast(400),
  ),
  ...['\x01', '\x08', '\x0b', '\x0c', '\x1b', '\x7f'].map((character) =>
    example(
      `${shown(character)} in a value`,
      'field-control',
      get(`X: a${character}b`),
      refused(400),
      seen({ fields: { x: [`a${character}b`, 'a b'] } }),
    ),
  ),
  ...['caf\xe9', '\xff\x80', 'caf\xc3\xa9'].map((value) =>
    example(
      `bytes beyond ASCII in a value: ${shown(value)}`,
      'field-opaque',
      get(`X: ${value}`),
      seen({ fields: { x: value } }),
    ),
  ),
  ...[
    ['a tab within a value', 'X: a\tb', 'a\tb'],
    ['spaces within a value', 'X: a  b', 'a  b'],
    ['a colon within a value', 'X: a:b: c', 'a:b: c'],
    ['a value of punctuation', 'X: "(),/;<=>?@[\\]{}', '"(),/;<=>?@[\\]{}'],
    [
      'a value that looks like a request',
      'X: GET / HTTP/1.1',
      'GET / HTTP/1.1',
    ],
  ].map(([name, line, value]) =>
    example(name, 'field-value', get(line), seen({ fields: { x: value } })),
  ),
  ...[
    ['no space before a value', 'X:1', '1'],
    ['spaces around a value', 'X:   1   ', '1'],
    ['tabs around a value', 'X:\t1\t', '1'],
    ['no value', 'X:', ''],
    ['a value of white space', 'X: \t ', ''],
  ].map(([name, line, value]) =>
    example(name, 'field-space', get(line), seen({ fields: { x: value } })),
  ),
  example(
    'white space around the host',
    'field-space',
    hosted('Host: \t a \t'),
    seen({ fields: { host: 'a' } }),
  ),
  example(
    'a field twice',
    'field-combined',
    get('X: 1', 'Y: 3', 'x: 2'),
    seen({ fields: { x: ['1, 2', '1,2'], y: '3' } }),
  ),
  example(
    'a field twice, with commas of its own',
    'field-combined',
    get('X: 1,2', 'X: 3'),
    seen({ fields: { x: ['1,2, 3', '1,2,3'] } }),
  ),
  example(
    'fields that look like members of Object',
    'field-name',
    get('constructor: 1', '__proto__: 2', 'toString: 3'),
    seen({ fields: { constructor: '1' } }),
  ),
  ...[8000, 15_000].map((size) =>
    example(
      `a field of ${size} bytes`,
      'field-size',
      get(`X: ${'a'.repeat(size)}`),
      seen({ fields: { x: 'a'.repeat(size) } }),
      refused(400, 413, 431),
    ),
  ),
  ...[100_000, 400_000].map((size) => ({
    ...example(
      `a field of ${size} bytes`,
      'field-size',
      get(`X: ${'a'.repeat(size)}`),
      refused(400, 413, 431),
      seen({ fields: { x: 'a'.repeat(size) } }),
    ),
    cuts: /** @type {import('../exchange.js').Cut[]} */ (['whole']),
  })),
  ...[50, 100, 2500, 20_000].map((count) => ({
    ...example(
      `${count} fields`,
      'field-size',
      get(...Array.from({ length: count }, () => 'a:'), 'Last: 1'),
      seen({ fields: { last: '1' } }),
      refused(400, 413, 431),
    ),
    cuts: /** @type {import('../exchange.js').Cut[]} */ (['whole']),
  })),
  {
    ...example(
      'a field name of 100000 bytes',
      'field-size',
      get(`${'x'.repeat(100_000)}: 1`),
      refused(400, 413, 431),
      seen({ method: 'GET' }),
    ),
    cuts: /** @type {import('../exchange.js').Cut[]} */ (['whole']),
  },
]
