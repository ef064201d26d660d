/** @import { Case } from '../compare.fixture.js' */

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
  ({ path }) => [path.sep, path.delimiter],
  ({ url }) => url.fileURLToPath('file:///a/b%20c'),
  ({ url }) => url.fileURLToPath(new URL('file:///a')),
  ({ url }) => url.fileURLToPath('http://a'),
  ({ url }) => url.fileURLToPath('file://host/a'),
  ({ url }) => url.fileURLToPath('file:///a%2Fb'),
  ({ url }) => url.fileURLToPath(3),
  ({ url }) => url.pathToFileURL('/a b/ü%?#').href,
  ({ url }) => url.pathToFileURL('/a/').href,
  ({ os }) => [os.EOL, os.tmpdir(), typeof os.availableParallelism()],
  ...['md5', 'sha1', 'SHA-256', 'sha256', 'sha384', 'sha512'].flatMap(
    (name) => [
      named(`createHash(${name})`, ({ crypto }) =>
        crypto.createHash(name).update('a').update('€').digest('hex'),
      ),
    ],
  ),
  ({ crypto }) => crypto.createHash('sha1').digest(),
  ({ crypto }) => crypto.createHash('nope'),
  ({ crypto }) => crypto.createHash('sha1').update(3),
  ({ crypto }) => {
    const hash = crypto.createHash('sha1')
    hash.digest()
    return hash.update('a')
  },
  ({ crypto }) => crypto.hash('sha256', 'a'),
  ({ crypto }) => crypto.randomBytes(16).length,
  ({ crypto }) => /^[\da-f-]{36}$/.test(crypto.randomUUID()),
  ({ perf_hooks: { createHistogram } }) => createHistogram().record(0),
  ({ perf_hooks: { createHistogram } }) => createHistogram().record('1'),
  ({ perf_hooks: { createHistogram } }) => {
    const histogram = createHistogram()
    for (let i = 1; i <= 1000; i++) histogram.record(i)
    const { count, min, max, mean } = histogram
    return [count, min, max, mean, histogram.percentile(50)]
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
