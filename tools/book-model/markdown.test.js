import assert from 'node:assert/strict'
import test from 'node:test'
import {
  directives,
  fences,
  headingIds,
  headings,
  sections,
  slugify,
} from './markdown.js'

test('a fence has its language, its attributes and its lines', () => {
  const [fence] = fences(
    '```console server=server.js no-run="needs a second machine"\n$ ls\n\n# no heading\n```\n',
  )
  assert.equal(fence.language, 'console')
  assert.deepEqual(fence.attributes, {
    server: 'server.js',
    'no-run': 'needs a second machine',
  })
  assert.deepEqual(fence.content, ['$ ls', '', '# no heading'])
  assert.deepEqual([fence.start, fence.end], [0, 4])
})

test('a fence in a list or a quotation loses its indent', () => {
  assert.deepEqual(fences('- a\n\n  ```js\n    b()\n  ```\n')[0].content, [
    '  b()',
  ])
  assert.deepEqual(fences('> ```js\n> b()\n> ```\n')[0].content, ['b()'])
})

test('a longer fence holds shorter ones', () => {
  const found = fences('````text\n```js\n```\n````\n')
  assert.equal(found.length, 1)
  assert.deepEqual(found[0].content, ['```js', '```'])
})

test('nothing inside a fence is a heading or a directive', () => {
  const text = '```text\n# A\n{{#listing a.js}}\n```\n'
  assert.deepEqual(headings(text), [])
  assert.deepEqual(directives(text), [])
})

test('a heading loses its closing marks and its id', () => {
  const [a, b, c] = headings(
    '# A `b` #\n\n### C {#own-id}\n\n####### no\n\n#no\n\n## D\n',
  )
  assert.deepEqual([a.level, a.text, a.id], [1, 'A `b`', null])
  assert.deepEqual([b.level, b.text, b.id], [3, 'C', 'own-id'])
  assert.deepEqual([c.level, c.start], [2, 8])
})

test('a directive has a target, attributes and its place', () => {
  const [listing, ratio] = directives(
    '{{#listing server.js#Router.add..#insert from=steps/1.js}}\n\nIt is {{#ratio x a.rps / b.rps}} times.\n',
  )
  assert.equal(listing.target, 'server.js#Router.add..#insert')
  assert.deepEqual(listing.attributes, { from: 'steps/1.js' })
  assert.equal(listing.inline, false)
  assert.equal(ratio.target, 'x')
  assert.deepEqual(ratio.rest, ['a.rps', '/', 'b.rps'])
  assert.equal(ratio.inline, true)
  assert.equal(ratio.source, '{{#ratio x a.rps / b.rps}}')
})

test('a directive in a code span is text about it', () => {
  assert.deepEqual(directives('Write `{{#quiz}}` there.'), [])
})

test('ids are the words of the heading, unique in the page', () => {
  assert.equal(
    slugify('What `node:http` does, *really*'),
    'what-nodehttp-does-really',
  )
  assert.equal(slugify('See [the docs](https://x.org)'), 'see-the-docs')
  assert.equal(slugify('É rápido'), 'é-rápido')
  assert.deepEqual(headingIds('# A\n\n## A\n\n## B {#a-b}\n\n## A\n'), [
    'a',
    'a-1',
    'a-b',
    'a-2',
  ])
})

test('sections begin at headings and lose no line', () => {
  const text = 'Before.\n\n# A\n\nText.\n\n## B\n\nMore.\n'
  const found = sections(text)
  assert.deepEqual(
    found.map(({ id, level, title }) => [id, level, title]),
    [
      ['', 0, ''],
      ['a', 1, 'A'],
      ['b', 2, 'B'],
    ],
  )
  assert.equal(found.map((section) => section.text).join('\n'), text)
})
