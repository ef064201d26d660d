import assert from 'node:assert/strict'
import test from 'node:test'
import { compareLines, cut, ListingError, parseSource } from './listing.js'
import { temporaryProject } from './temporary-project.js'

test('anchors are ranges over the lines without the anchor lines', () => {
  const { lines, anchors } = parseSource(
    'a\n// ANCHOR: x\nb\n  # ANCHOR: y\nc\n# ANCHOR_END: y\n// ANCHOR_END: x\nd\n',
    'a.js',
  )
  assert.deepEqual(lines, ['a', 'b', 'c', 'd'])
  assert.deepEqual(
    [...anchors],
    [
      ['y', { start: 2, end: 3 }],
      ['x', { start: 1, end: 3 }],
    ],
  )
})

test('anchors that do not pair are refused by name', () => {
  /** @type {[string, RegExp][]} */
  const cases = [
    ['// ANCHOR: x\na\n', /a\.js: ANCHOR: x is never closed/],
    ['a\n// ANCHOR_END: x\n', /ANCHOR_END: x has no ANCHOR: x before/],
    ['// ANCHOR: x\n// ANCHOR: x\n', /anchor "x" stands twice/],
    [
      '// ANCHOR: x\na\n// ANCHOR_END: x\n// ANCHOR: x\n// ANCHOR_END: x\n',
      /twice/,
    ],
  ]
  for (const [text, message] of cases) {
    assert.throws(
      () => parseSource(text, 'a.js'),
      (error) => error instanceof ListingError && message.test(error.message),
    )
  }
})

test('a cut keeps the lines removed before, inside and after it', () => {
  const marked = compareLines(['a', 'x', 'b', 'y', 'c', 'z'], ['a', 'b', 'c'])
  assert.deepEqual(
    cut(marked, { start: 1, end: 2 }).map(
      ({ kind, text }) => `${kind} ${text}`,
    ),
    ['removed x', 'context b', 'removed y'],
  )
  assert.deepEqual(
    cut(marked, { start: 2, end: 3 }).map(({ text }) => text),
    ['y', 'c', 'z'],
  )
})

const program = `
import { chapters } from './tools/lib/chapters.js'
import { listing } from './tools/lib/listing.js'
const [id, target, from] = process.argv.slice(2)
const { codeDir } = chapters().find((chapter) => chapter.id === id)
try {
  const { lines, comparedWith } = listing(target, codeDir, from)
  console.log(comparedWith, lines.map(({ kind, text }) => kind[0] + text).join())
} catch (error) {
  console.log(error.constructor.name, error.message)
}
`

test('a listing is marked against the chapter before that has code', async (t) => {
  const project = temporaryProject(
    {
      'src/SUMMARY.md':
        '# Summary\n\n- [A](ch01-a/README.md)\n- [B](ch02-b/README.md)\n- [C](ch03-c/README.md)\n',
      'code/ch01/server.js': 'a\nb\n',
      'code/ch03/server.js':
        '// ANCHOR: x\na\nc\n// ANCHOR_END: x\n// ANCHOR: e\n// ANCHOR_END: e\n',
      'code/ch03/lib/new.js': 'n\n',
      'tools/show.js': program.replaceAll('./tools/', './'),
    },
    t,
  )
  const show = async (/** @type {string[]} */ ...args) =>
    (await project.run('show.js', ...args)).output.trim()
  assert.equal(
    await show('ch03', 'server.js:x'),
    'code/ch01/server.js ca,rb,ac',
  )
  assert.equal(await show('ch03', 'server.js:x', 'none'), 'null pa,pc')
  assert.equal(
    await show('ch03', 'server.js', 'lib/new.js'),
    'code/ch03/lib/new.js rn,aa,ac',
  )
  assert.equal(await show('ch03', 'lib/new.js'), 'null pn')
  assert.equal(await show('ch03', 'code/ch01/server.js'), 'null pa,pb')
  assert.match(
    await show('ch03', 'server.js:y'),
    /^ListingError code\/ch03\/server\.js has no anchor "y"; it has: x, e$/,
  )
  assert.match(await show('ch03', 'server.js:e'), /anchor "e" is empty/)
  assert.match(await show('ch03', 'gone.js'), /^ListingError there is no file/)
  assert.match(await show('ch03', '../../../x.js'), /outside the project/)
})
