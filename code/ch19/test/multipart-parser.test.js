import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'

const { boundaryOf, parseMultipart } = await library('lib/http/multipart.js')

/** @typedef {{ name?: string, filename?: string, type?: string, data?: string }} Seen */

/**
 * @param {Buffer[]} pieces
 * @returns {Seen[]} the parts, whose data is Latin-1
 */
function parse(pieces) {
  const parser = parseMultipart('cut')
  const parts = /** @type {Seen[]} */ ([])
  let isOpen = false
  parser.next()
  for (const piece of [...pieces, undefined]) {
    let { value: event } = parser.next(piece)
    while (event !== undefined) {
      const last = /** @type {Seen} */ (parts.at(-1))
      if (event === null) isOpen = false
      else if (Buffer.isBuffer(event)) {
        assert.ok(isOpen && event.length > 0)
        last.data += event.toString('latin1')
      } else {
        assert.ok(!isOpen)
        const { name, filename, type } = event
        parts.push({ name, filename, type, data: '' })
        isOpen = true
      }
      event = parser.next().value
    }
  }
  assert.ok(parser.next().done && !isOpen)
  return parts
}

/** @param {string} text @returns {Buffer} a byte for each character */
const latin1 = (text) => Buffer.from(text, 'latin1')

/** @param {string} text */
const parseText = (text) => parse([latin1(text)])

/** @param {string} disposition @param {string} [data] */
const bodyOf = (disposition, data = '') =>
  `--cut\r\nContent-Disposition: ${disposition}\r\n\r\n${data}\r\n--cut--\r\n`

/** @param {string} disposition in UTF-8 */
const headOf = (disposition) => parse([Buffer.from(bodyOf(disposition))])[0]

const BODY = [
  'nobody reads this\r\n--cu\r\n--cut',
  'Content-Disposition: form-data; name="title"',
  '',
  'A day\r\nat the lake\r',
  '--cut',
  'content-type: image/png',
  'CONTENT-DISPOSITION: Form-Data; filename="a.png"; name=photo',
  '',
  '\r\n\r\r\n-\r\n--\r\n--c\r\n--cu\r\n--Cut\r\n-cut--cut\0\xff\n--cut',
  '--cut',
  'Content-Disposition: form-data; name="empty"',
  '',
  '',
  '--cut--',
  '--cut',
  'nor this',
].join('\r\n')

const PARTS = [
  {
    name: 'title',
    filename: undefined,
    type: 'text/plain',
    data: 'A day\r\nat the lake\r',
  },
  {
    name: 'photo',
    filename: 'a.png',
    type: 'image/png',
    data: '\r\n\r\r\n-\r\n--\r\n--c\r\n--cu\r\n--Cut\r\n-cut--cut\0\xff\n--cut',
  },
  { name: 'empty', filename: undefined, type: 'text/plain', data: '' },
]

test('a body in two pieces has the same parts, wherever it is cut', () => {
  const body = latin1(BODY)
  for (let cut = 0; cut <= body.length; cut++) {
    const pieces = [body.subarray(0, cut), body.subarray(cut)]
    assert.deepEqual(parse(pieces), PARTS, `cut at ${cut}`)
  }
})

test('and in pieces of any size', () => {
  const body = latin1(BODY)
  for (let size = 1; size < 64; size++) {
    const pieces = []
    for (let at = 0; at < body.length; at += size) {
      pieces.push(body.subarray(at, at + size))
    }
    assert.deepEqual(parse(pieces), PARTS, `pieces of ${size}`)
  }
})

test('data is not copied', () => {
  const body = latin1(bodyOf('form-data; name=a; filename=b', 'wren'))
  const parser = parseMultipart('cut')
  const start = body.indexOf('wren')
  parser.next()
  parser.next(body.subarray(0, start))
  parser.next()
  const { value } = parser.next(body.subarray(start))
  assert.equal(value.toString(), 'wren')
  assert.equal(value.buffer, body.buffer)
})

test('a boundary may follow a blank line at once', () => {
  const head = 'Content-Disposition: form-data; name=a'
  const body = latin1(`--cut\r\n${head}\r\n\r\n--cut\r\n${head}\r\n\r\n--cut--`)
  for (let cut = 0; cut <= body.length; cut++) {
    const parts = parse([body.subarray(0, cut), body.subarray(cut)])
    assert.deepEqual(
      parts.map(({ data }) => data),
      ['', ''],
    )
  }
})

test('a form without fields has no parts', () => {
  assert.deepEqual(parseText('--cut--'), [])
  assert.deepEqual(parseText('--cut--\r\n'), [])
})

test('names are read as browsers and others write them', () => {
  const names = {
    'name="a"': 'a',
    'name=a': 'a',
    'name=""': '',
    'name="a b;c=d"': 'a b;c=d',
    'name="café"': 'café',
    // Browsers escape three characters (HTML), and no percent sign.
    'name="%22a%0D%0Ab%22"': '"a\r\nb"',
    'name="100%25"': '100%25',
    // Others escape two, as RFC 9110 says.
    'name="\\"a\\\\b\\""': '"a\\b"',
    'name="a\\b"': 'a\\b',
    'name="__proto__"': '__proto__',
    'name="a[b][4294967294]"': 'a[b][4294967294]',
    'NAME="a"; name="b"': 'a',
  }
  for (const [parameter, name] of Object.entries(names)) {
    assert.equal(headOf(`form-data; ${parameter}`).name, name, parameter)
  }
})

test('a filename has no path, whatever it is called', () => {
  const names = {
    'me.jpg': 'me.jpg',
    '': '',
    '../../etc/passwd': 'passwd',
    '/etc/passwd': 'passwd',
    'C:\\pictures\\me.jpg': 'me.jpg',
    '..\\..\\me.jpg': 'me.jpg',
    '..': '',
    '.': '',
    '../..': '',
    'a/': '',
    '...': '...',
    '.htaccess': '.htaccess',
    '../%0D%0A/x': 'x',
    '%2e%2e%2fme.jpg': '%2e%2e%2fme.jpg',
    'naïve 日本.txt': 'naïve 日本.txt',
  }
  for (const [sent, filename] of Object.entries(names)) {
    const head = headOf(`form-data; name="f"; filename="${sent}"`)
    assert.equal(head.filename, filename, sent)
  }
})

test('filename* makes no file, and renames none', () => {
  const star = "filename*=UTF-8''evil.php"
  assert.equal(headOf(`form-data; name=f; ${star}`).filename, undefined)
  const both = `form-data; name=f; ${star}; filename=a.txt`
  assert.equal(headOf(both).filename, 'a.txt')
})

const MALFORMED = {
  'no boundary at all': 'title=A+day',
  'an empty body': '',
  'no end': '--cut\r\nContent-Disposition: form-data; name=a\r\n\r\nb',
  'no end behind a boundary': '--cut',
  'no end of a head': '--cut\r\nContent-Disposition: form-data; name=a\r\n',
  'half an end': `${bodyOf('form-data; name=a').slice(0, -4)}`,
  'line feeds alone': bodyOf('form-data; name=a').replaceAll('\r', ''),
  'padding behind a boundary': bodyOf('form-data; name=a').replace(
    'cut',
    'cut ',
  ),
  'a boundary that goes on': bodyOf('form-data; name=a').replace('cut', 'cut+'),
  'a last boundary that goes on': bodyOf('form-data; name=a').replace(
    '--\r',
    '-- \r',
  ),
  'no head': '--cut\r\n\r\ndata\r\n--cut--',
  'no Content-Disposition':
    '--cut\r\nContent-Type: text/plain\r\n\r\n\r\n--cut--',
  'no name': bodyOf('form-data; filename=a'),
  'another disposition': bodyOf('attachment; name=a'),
  'a folded line': bodyOf('form-data;\r\n name=a'),
  'a line without a colon': bodyOf('form-data; name=a\r\nX-Wren'),
  'a space before the colon': bodyOf('form-data; name=a\r\nX : 1'),
  'a line feed in a line': bodyOf('form-data; name=a\r\nX-Wren: 1\nX: 2'),
  'a field twice': bodyOf(
    'form-data; name=a\r\ncontent-disposition: form-data; name=b',
  ),
  'a NUL in a filename': bodyOf('form-data; name=a; filename="a\0.txt"'),
  'a line feed in a filename': bodyOf('form-data; name=a; filename="a\n"'),
  'an open quote': bodyOf('form-data; name="a'),
  'an open quote, with a backslash': bodyOf('form-data; name="a\\"'),
  'a name that is not UTF-8': bodyOf('form-data; name="\xe9"'),
}

for (const [what, body] of Object.entries(MALFORMED)) {
  test(`${what} is refused with 400, wherever it is cut`, () => {
    const bytes = latin1(body)
    for (let cut = 0; cut <= bytes.length; cut++) {
      const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)]
      assert.throws(() => parse(pieces), { status: 400 }, `cut at ${cut}`)
    }
  })
}

test('a head has up to 4096 bytes, wherever the body is cut', () => {
  const disposition = 'form-data; name='
  // A line break in front of it and a blank line behind it count.
  const { length } = `\r\nContent-Disposition: ${disposition}\r\n\r\n`
  for (const [more, isRead] of /** @type {const} */ ([
    [0, true],
    [1, false],
  ])) {
    const name = 'x'.repeat(4096 - length + more)
    const bytes = latin1(bodyOf(disposition + name))
    for (let cut = 4080; cut < 4120; cut++) {
      const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)]
      if (isRead) assert.equal(parse(pieces)[0].name, name)
      else assert.throws(() => parse(pieces), { status: 400 })
    }
  }
})

test('a head that does not end is refused before the body ends', () => {
  const parser = parseMultipart('cut')
  parser.next()
  assert.throws(() => parser.next(latin1(`--cut\r\n${'x'.repeat(4096)}`)), {
    status: 400,
  })
})

test('a boundary comes from Content-Type', () => {
  const length = { 'content-length': '1' }
  const of = (/** @type {string | undefined} */ type) =>
    boundaryOf({ ...length, 'content-type': type })
  assert.equal(of('multipart/form-data; boundary=cut'), 'cut')
  assert.equal(of('Multipart/Form-Data; charset=x; boundary="a b"'), 'a b')
  assert.equal(of('multipart/form-data; boundary=a; boundary=b'), 'a')
  for (const [type, status] of /** @type {[string | undefined, number][]} */ ([
    [undefined, 415],
    ['text/plain', 415],
    ['multipart/mixed; boundary=cut', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data', 400],
    ['multipart/form-data; boundary=""', 400],
  ])) {
    assert.throws(() => of(type), { status }, type)
  }
  assert.throws(() => boundaryOf({}), { status: 400 })
  const type = 'multipart/form-data; boundary=cut'
  const coded = { 'content-type': type, 'content-encoding': 'gzip' }
  const error = { code: 'ERR_VELOCY_BAD_MULTIPART', status: 415 }
  assert.throws(() => boundaryOf({ ...length, ...coded }), error)
})
