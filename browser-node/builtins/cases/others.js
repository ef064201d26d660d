/** @import { Case } from '../compare.fixture.js' */

const QUERIES = [
  '',
  'a',
  'a=',
  '=a',
  'a=1&b=2',
  'a=1&a=2&a=3',
  '&&a=1&',
  'a==b',
  'a=1=2',
  'a+b=c+d',
  'a%20b=%E2%82%AC',
  '%zz=%',
  '%E2%82=x',
  '__proto__=1',
  'constructor=1',
  '%41=%62',
  'a=%2B',
  '%=%',
  'x=%u20ac',
]
const OBJECTS = [
  {},
  { a: 1, b: 'x y', c: true },
  { a: [1, 2] },
  { a: undefined, b: null },
  { '€': '&=' },
  { a: Infinity, b: 5n, c: { d: 1 } },
  { a: [] },
  null,
  'text',
]
const PATHS = [
  '',
  '/',
  '.',
  '..',
  'a',
  'a/b',
  '/a/b/../c.txt',
  './x/',
  'a//b',
  '.env',
  'a.b.c',
  '/a/b/',
  '../../x',
  'a/./b/..',
]

/** @param {string} name @param {(modules: any) => unknown} run @returns {Case} */
const named = (name, run) => Object.assign(run, { toString: () => name })

/** @type {Case[]} */
export const cases = [
  ...QUERIES.map((text) =>
    named(`querystring.parse(${text})`, ({ querystring }) =>
      querystring.parse(text),
    ),
  ),
  ...OBJECTS.map((object, i) =>
    named(`querystring.stringify of object ${i}`, ({ querystring }) =>
      querystring.stringify(object),
    ),
  ),
  ({ querystring }) => querystring.parse('a:1;b:2', ';', ':'),
  ({ querystring }) =>
    querystring.parse('a=1&b=2&c=3', null, null, { maxKeys: 2 }),
  ({ querystring }) => querystring.stringify({ a: [1, 2] }, ';', ':'),
  ({ querystring }) => querystring.escape('\ud800'),
  ({ querystring }) => querystring.unescape('%E2%82%AC%zz'),
  ...PATHS.flatMap((path) =>
    [
      'basename',
      'dirname',
      'extname',
      'normalize',
      'isAbsolute',
      'parse',
      'resolve',
    ].map((name) =>
      named(`path.${name}(${path})`, (modules) => modules.path[name](path)),
    ),
  ),
  ({ path }) => path.join('a', '..', '/b', './c'),
  ({ path }) => path.join(),
  ({ path }) => path.join(1),
  ({ path }) => path.resolve('/a', 'b', '../c'),
  ({ path }) => path.resolve('a', 3),
  ({ path }) => path.relative('/a/b/c', '/a/d'),
  ({ path }) => path.basename('/a/b.txt', '.txt'),
  ({ path }) => path.format({ dir: '/a', name: 'b', ext: '.c' }),
  ({ path }) => [path.sep, path.delimiter, path.posix === path],
  ({ url }) => url.fileURLToPath('file:///a/b%20c'),
  ({ url }) => url.fileURLToPath(new URL('file:///a')),
  ({ url }) => url.fileURLToPath('http://a'),
  ({ url }) => url.fileURLToPath('file://host/a'),
  ({ url }) => url.fileURLToPath('file:///a%2Fb'),
  ({ url }) => url.fileURLToPath(3),
  ({ url }) => url.pathToFileURL('/a b/ü%?#').href,
  ({ url }) => url.pathToFileURL('/a/').href,
  ({ os }) => [os.EOL, os.tmpdir(), typeof os.availableParallelism()],
  ...[
    'md5',
    'sha1',
    'SHA-256',
    'sha256',
    'sha384',
    'sha512',
    'RSA-SHA1',
  ].flatMap((name) => [
    named(`createHash(${name})`, ({ crypto }) =>
      crypto.createHash(name).update('a').update('€').digest('hex'),
    ),
    named(`createHmac(${name})`, ({ crypto }) =>
      crypto.createHmac(name, 'key').update('a€').digest('base64url'),
    ),
  ]),
  ({ crypto }) => crypto.createHash('sha1').digest(),
  ({ crypto }) => crypto.createHash('nope'),
  ({ crypto }) => crypto.createHmac('nope', 'key'),
  ({ crypto }) => crypto.createHash('sha1').update(3),
  ({ crypto }) => {
    const hash = crypto.createHash('sha1')
    hash.digest()
    return hash.update('a')
  },
  ({ crypto }) => {
    const hash = crypto.createHash('sha1').update('a')
    return [hash.copy().update('b').digest('hex'), hash.digest('hex')]
  },
  ({ crypto }) => crypto.hash('sha256', 'a'),
  ({ crypto }) => crypto.randomBytes(70_000).length,
  ({ crypto }) => crypto.randomBytes(-1),
  ({ crypto }) => /^[\da-f-]{36}$/.test(crypto.randomUUID()),
  ({ crypto }) => crypto.randomInt(3, 4),
  ({ crypto }) => crypto.randomInt(3, 3),
  ({ crypto }) => crypto.timingSafeEqual(new Uint8Array(2), new Uint8Array(2)),
  ({ crypto }) => crypto.timingSafeEqual(new Uint8Array(2), new Uint8Array(3)),
  ({ perf_hooks: { createHistogram } }) => {
    const histogram = createHistogram()
    for (let i = 1; i <= 1000; i++) histogram.record(i * 12_345)
    return [
      histogram.count,
      histogram.min,
      histogram.max,
      histogram.mean,
      ...[1, 50, 90, 99, 99.9, 100].map((p) => histogram.percentile(p)),
    ]
  },
  ({ perf_hooks: { createHistogram } }) => {
    const histogram = createHistogram()
    return [histogram.count, histogram.min, histogram.max, histogram.mean]
  },
  ({ perf_hooks: { createHistogram } }) => createHistogram().record(0),
  ({ perf_hooks: { createHistogram } }) => createHistogram().record('1'),
  ({ perf_hooks: { createHistogram } }) => createHistogram().percentile(0),
  ({ perf_hooks: { createHistogram } }) => {
    const histogram = createHistogram()
    histogram.record(5)
    histogram.record(5n)
    const before = histogram.count
    histogram.reset()
    return [before, histogram.count]
  },
  ({ string_decoder: { StringDecoder }, buffer: { Buffer } }) => {
    const decoder = new StringDecoder('utf8')
    const bytes = Buffer.from('joão €👩')
    const parts = [...bytes].map((byte) => decoder.write(Buffer.from([byte])))
    return [parts, decoder.end()]
  },
  ({ string_decoder: { StringDecoder }, buffer: { Buffer } }) => {
    const decoder = new StringDecoder('base64')
    return [decoder.write(Buffer.from('abcd')), decoder.end()]
  },
  ({ string_decoder: { StringDecoder }, buffer: { Buffer } }) => {
    const decoder = new StringDecoder()
    return [decoder.write(Buffer.from([0xe2, 0x82])), decoder.end()]
  },
]
