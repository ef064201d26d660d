import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commentsOf } from './code.js'

const program = `#!/usr/bin/env node
/**
 * What it is.
 */
const a = '// no comment' // why

// One sentence
// on two lines.
export const b = a /* or so */ + 1
`

test('CommonJS is parsed, too', () => {
  assert.deepEqual(commentsOf('return module // a file\n')[0]?.line, 1)
})

test('comments have the line on which they begin', () => {
  assert.deepEqual(
    commentsOf(program.slice(program.indexOf('\n') + 1)).map(
      ({ text, line }) => ({ text: text.trim(), line }),
    ),
    [
      { text: '*\n * What it is.', line: 1 },
      { text: 'why', line: 4 },
      { text: 'One sentence\n on two lines.', line: 6 },
      { text: 'or so', line: 8 },
    ],
  )
})
