import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Chunked } from '../../lib/engine/body.js'
import { INCOMPLETE, INVALID } from '../../lib/engine/lines.js'
import {
  bytesOf,
  MAX_SIZE,
  numbersFrom,
  randomCuts,
  unchunk,
} from './scanning.js'

const END = '0\r\n\r\n'

test('a body is its chunks, and ends with one of no bytes', () => {
  const text = `5\r\nhello\r\nA\r\n, worlds!!\r\n${END}`
  assert.deepEqual(unchunk(`${text}GET /`), {
    end: text.length,
    data: 'hello, worlds!!',
    trailers: '',
    refusal: null,
  })
})

test('data is handed on as it comes, and not copied', () => {
  const chunked = new Chunked(MAX_SIZE)
  const bytes = bytesOf('5\r\nhel')
  /** @type {Buffer[]} */
  const chunks = []
  const end = chunked.read(bytes, 0, (data) => {
    chunks.push(data)
  })
  assert.equal(end, INCOMPLETE)
  assert.equal(String(chunks), 'hel')
  assert.equal(chunks[0].buffer, bytes.buffer)
})

test('a body may begin and end anywhere in the bytes', () => {
  const chunked = new Chunked(MAX_SIZE)
  const bytes = bytesOf(`xx1\r\na\r\n${END}yy`)
  let data = ''
  const end = chunked.read(bytes, 2, (chunk) => {
    data += chunk
  })
  assert.deepEqual([end, data], [bytes.length - 2, 'a'])
})

for (const [what, text, data] of [
  [
    'hexadecimal of either case (RFC 9112 §7.1)',
    '0a\r\n0123456789\r\n',
    '0123456789',
  ],
  [
    'hexadecimal of either case (RFC 9112 §7.1)',
    '0A\r\n0123456789\r\n',
    '0123456789',
  ],
  ['any number of zeros before', `${'0'.repeat(99)}1\r\na\r\n`, 'a'],
  ['line breaks in the data', '4\r\n\r\n\r\n\r\n', '\r\n\r\n'],
  ['an extension (RFC 9112 §7.1.1)', '1;a\r\nx\r\n', 'x'],
  ['extensions with values', '1;a=b;c=d\r\nx\r\n', 'x'],
  ['whitespace around', '1 ;\ta = b ; c\r\nx\r\n', 'x'],
  ['a quoted value', '1;a="b;\\" \xe9"\r\nx\r\n', 'x'],
  ['an empty quoted value', '1;a=""\r\nx\r\n', 'x'],
]) {
  test(`a chunk may have ${what}`, () => {
    const text_ = `${text}${END}`
    assert.deepEqual(unchunk(text_), {
      end: text_.length,
      data,
      trailers: '',
      refusal: null,
    })
  })
}

test('the last chunk may have extensions and any number of zeros', () => {
  assert.equal(unchunk('000;a=b\r\n\r\n').end, 11)
})

for (const [what, text] of [
  ['no size', '\r\n'],
  ['no size but an extension', ';a\r\n'],
  ['a letter that is no digit', 'g\r\n'],
  ['0x before (CVE-2023-38697)', '0x1\r\na\r\n'],
  ['a plus sign (CVE-2023-38697)', '+1\r\na\r\n'],
  ['a minus sign', '-1\r\na\r\n'],
  ['an underscore', '1_0\r\na\r\n'],
  ['a space before', ' 1\r\na\r\n'],
  ['a point', '1.\r\na\r\n'],
  ['a size that overflows (CVE-2021-32714)', '10000000000000001\r\na\r\n'],
  ['a size that is not exact', 'fffffffffffffff\r\n'],
]) {
  test(`400: ${what}, as size of a chunk (RFC 9112 §7.1)`, () => {
    const { end, data, refusal } = unchunk(`${text}${END}`)
    assert.deepEqual([end, data], [INVALID, ''])
    assert.equal(refusal?.code, 'HPE_INVALID_CHUNK_SIZE')
  })
}

test('a size is exact, or refused (RFC 9112 §7.1)', () => {
  assert.equal(unchunk('1fffffffffffff\r\na').end, INCOMPLETE)
  assert.equal(unchunk('20000000000000\r\na').refusal?.status, 400)
})

for (const [what, text] of [
  ['a space behind the size', '1 \r\na\r\n'],
  ['a tab behind the size', '1\t\r\na\r\n'],
  ['nothing behind the semicolon', '1;\r\na\r\n'],
  ['nothing behind a second semicolon', '1;a;\r\na\r\n'],
  ['a space behind the name', '1;a \r\na\r\n'],
  ['no name', '1;=a\r\na\r\n'],
  ['no value', '1;a=\r\na\r\n'],
  ['two values', '1;a=b=c\r\na\r\n'],
  ['a name that is no token', '1;a@b\r\na\r\n'],
  ['a value that is no token', '1;a=b@c\r\na\r\n'],
  ['a quote that does not end', '1;a="b\r\na\r\n'],
  ['something behind a quote', '1;a="b"c\r\na\r\n'],
  ['a comma', '1,a\r\na\r\n'],
  ['LF alone (CVE-2021-22960, CVE-2025-22871)', '1;a\nb\r\na\r\n'],
  ['NUL', '1;a\0\r\na\r\n'],
  ['LF alone behind the size (CVE-2025-22871)', '1\na\r\n'],
  ['CR alone behind the size', '1\ra\r\n'],
  ['CR and something else', '1;a\rX\na\r\n'],
]) {
  test(`400: ${what}, in the line of a size (RFC 9112 §7.1.1)`, () => {
    const { end, data, refusal } = unchunk(`${text}${END}`)
    assert.deepEqual([end, data], [INVALID, ''])
    assert.equal(refusal?.status, 400)
  })
}

for (const [what, text] of [
  ['longer than its size', '1\r\nab\r\n'],
  ['shorter than its size', '3\r\na\r\n'],
  ['with LF behind it', '1\r\na\n'],
  ['with CR behind it', '1\r\na\rX'],
  ['with nothing behind it', '1\r\na'],
]) {
  test(`400: data ${what} (RFC 9112 §7.1)`, () => {
    const { end, refusal } = unchunk(`${text}${END}`)
    assert.equal(end, INVALID)
    assert.equal(refusal?.status, 400)
  })
}

test('400: what follows the last chunk is not skipped (Bun 29732)', () => {
  for (const text of ['0\r\nXX', '0\r\n\rX', '0\r\n\n', '0\n\n', '0\r\r\n']) {
    assert.equal(unchunk(`${text}\r\n\r\n`).refusal?.status, 400, text)
  }
})

test('trailers are fields (RFC 9112 §7.1.2)', () => {
  const text = '0\r\nA: b\r\nC:d\r\n\r\n'
  const { end, trailers } = unchunk(`${text}GET`)
  assert.deepEqual([end, trailers], [text.length, 'A: b\r\nC:d\r\n'])
})

for (const [what, lines] of [
  ['a space before the colon', 'a : b\r\n'],
  ['a folded value', 'a: b\r\n c\r\n'],
  ['LF alone', 'a: b\nc: d\r\n'],
  ['CR alone', 'a: b\rc: d\r\n'],
  ['NUL', 'a: \0\r\n'],
  ['no colon', 'GET / HTTP/1.1\r\n'],
]) {
  test(`400: ${what}, in trailers (RFC 9112 §7.1.2)`, () => {
    assert.equal(unchunk(`0\r\n${lines}\r\n`).refusal?.status, 400)
  })
}

test('431: trailers larger than the limit', () => {
  const long = `0\r\na: ${'b'.repeat(MAX_SIZE)}\r\n\r\n`
  assert.equal(unchunk(long).refusal?.status, 431)
})

test('413: the line of a size that does not end within the limit', () => {
  const zeros = '0'.repeat(MAX_SIZE)
  assert.equal(unchunk(zeros).refusal?.status, 413)
  assert.equal(unchunk(zeros, [1, 99]).refusal?.status, 413)
  assert.equal(unchunk('0'.repeat(MAX_SIZE - 1)).end, INCOMPLETE)
})

test('413: extensions larger than the limit, all together (CVE-2024-22019)', () => {
  const one = `1;${'a'.repeat(MAX_SIZE)}\r\n`
  assert.equal(unchunk(one).refusal?.status, 413)
  const many = `1;${'a'.repeat(999)}\r\nx\r\n`
  const most = Math.floor(MAX_SIZE / 1000)
  assert.equal(unchunk(many.repeat(most) + END).refusal, null)
  const { refusal } = unchunk(many.repeat(most + 1) + END)
  assert.equal(refusal?.code, 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
})

test('the check of an extension takes no longer than it is long', () => {
  // What backtracks without an end would not get through any of these.
  for (const hostile of [
    `;${' '.repeat(16_000)}`,
    ';a'.repeat(8000),
    `;a${' '.repeat(16_000)}`,
    ` ;a = b`.repeat(2000),
    `;a="${'\\\\'.repeat(7000)}`,
  ]) {
    assert.equal(unchunk(`1${hostile}@\r\n`).refusal?.status, 400)
  }
})

const PARTS = [
  '5\r\nhello\r\n',
  '1;a=b\r\n\n\r\n',
  '3;c="d;"\r\n\r\nx\r\n',
  '0\r\n\r\n',
  '0\r\nA: b\r\n\r\n',
  '0\r\n',
  '\r\n',
  '\r',
  '\n',
  'X',
  ';',
  '"',
  '1',
  ' ',
  ':',
  '\0',
]

test('in however many pieces it comes, a body is the same', () => {
  const random = numbersFrom(13)
  let taken = 0
  for (let round = 0; round < 3000; round++) {
    const parts = Array.from(
      { length: 1 + random(8) },
      () => PARTS[random(random(3) === 0 ? PARTS.length : 5)],
    )
    // The last line ends: before that, pieces needn't be refused yet.
    const text = `${parts.join('')}\n`
    const whole = unchunk(text)
    if (whole.end > 0) taken++
    const bytewise = Array.from({ length: text.length }, (_, i) => i)
    for (const cuts of [bytewise, randomCuts(random, text.length)]) {
      assert.deepEqual(unchunk(text, cuts), whole, JSON.stringify(text))
    }
  }
  assert.ok(taken > 500, `only ${taken} bodies were valid`)
})
