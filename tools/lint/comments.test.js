import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryProject } from '../testing/temporary-project.js'
import { oddWords } from './comments.js'

/** @param {string} comment */
const wordsOf = (comment) => oddWords(comment).map(({ words }) => words)

test('what has no subject is found, with its line', () => {
  const program = `/**
 * The limit. Whoever needs more
 * asks: nobody does.
 */
const a = 'nobody' // there are none
`
  assert.deepEqual(oddWords(program), [
    { line: 2, words: 'Whoever' },
    { line: 3, words: 'nobody' },
    { line: 5, words: 'are none' },
  ])
})

test('a sentence begins with no bare who, unless it asks', () => {
  assert.deepEqual(wordsOf('// Who has the lock may write.'), ['Who'])
  assert.deepEqual(wordsOf('/** One writes:\n * who is first. */'), ['who'])
  assert.deepEqual(wordsOf('// Who has the lock?'), [])
  assert.deepEqual(wordsOf('// A client who has the lock may write.'), [])
})

test('a file of chapters 01 to 09 is named, and none of a later one', async (t) => {
  const files = {
    'src/SUMMARY.md':
      '# Summary\n\n- [One](ch01-one/README.md)\n- [Ten](ch10-ten/README.md)\n',
    'code/ch01/lib/a.js': '\n// Nobody knows.\n',
    'code/ch01/test/a.test.js': '// Nobody knows.\n',
    'code/ch10/lib/a.js': '// Nobody knows.\n',
  }
  const project = temporaryProject(files, t)
  const { status, output } = await project.run('lint/comments.js')
  assert.equal(status, 1)
  assert.match(output, /^code\/ch01\/lib\/a\.js:2: got "Nobody" in a comment/m)
  assert.match(output, /^comments: 1 problem$/m)
})
