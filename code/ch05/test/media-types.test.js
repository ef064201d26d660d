import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'

const { formatMediaType, mediaTypeOf, parseMediaType } = await library(
  'lib/http/media-types.js',
)

test('a file has a type by its extension', () => {
  assert.equal(mediaTypeOf('/a/index.html'), 'text/html; charset=utf-8')
  assert.equal(mediaTypeOf('A.JS'), 'text/javascript; charset=utf-8')
  assert.equal(mediaTypeOf('data.json'), 'application/json')
  assert.equal(mediaTypeOf('x.tar.gz'), 'application/gzip')
})

test('without a known extension it is bytes', () => {
  for (const path of [
    '',
    'README',
    'a.unknown',
    'dir.html/file',
    '.html',
    'x.',
  ]) {
    assert.equal(mediaTypeOf(path), 'application/octet-stream', path)
  }
})

test('the four spellings of RFC 9110 §8.3.1 are one type', () => {
  for (const text of [
    'text/html;charset=utf-8',
    'Text/HTML;Charset="utf-8"',
    'text/html; charset="utf-8"',
    'text/html;charset=UTF-8',
  ]) {
    const { type, subtype, parameters } = parseMediaType(text)
    assert.equal(`${type}/${subtype}`, 'text/html')
    assert.equal(parameters.get('charset').toLowerCase(), 'utf-8')
  }
})

test('whitespace around a type is not part of it', () => {
  assert.equal(parseMediaType(' text/html ').subtype, 'html')
})

test('what is malformed is null', () => {
  for (const text of [
    '',
    'text',
    'text/',
    '/html',
    'a/b/c',
    'a b/c',
    'a/b;c',
  ]) {
    assert.equal(parseMediaType(text), null, text)
  }
})

test('what is formatted can be parsed', () => {
  const text = 'text/plain; charset=utf-8; note="a \\"b\\""'
  assert.equal(formatMediaType(parseMediaType(text)), text)
})
