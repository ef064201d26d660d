import assert from 'node:assert/strict'
import test from 'node:test'
import { smallBook, temporaryProject } from '../testing/temporary-project.js'

const lines = (/** @type {number} */ count) =>
  Array.from({ length: count }, (_, i) => `export const a${i} = ${i}\n`).join(
    '',
  )

const page = `# Bytes

{{#listing steps/long.js}}

{{#listing steps/long.js long="it is one piece"}}

{{#listing steps/folded.js}}

{{#listing steps/folded.js unfolded}}
`

test('long listings are reported, and fail nothing', async (t) => {
  const comment = `/**\n${' * A line.\n'.repeat(10)} */\n`
  const project = temporaryProject(
    {
      ...smallBook,
      'src/ch01-bytes/README.md': page,
      'code/ch01/steps/long.js': lines(31),
      'code/ch01/steps/folded.js': comment + lines(29),
    },
    t,
  )
  const { status, output } = await project.run('lint/listings.js', 'ch01')
  assert.equal(status, 0, output)
  assert.equal(
    output,
    [
      'src/ch01-bytes/README.md:3: got 31 lines of steps/long.js, expected 30 at most; show it in parts, or say why not: long="…"',
      'src/ch01-bytes/README.md:9: got 41 lines of steps/folded.js, expected 30 at most; show it in parts, or say why not: long="…"',
      'ch01: 2 long listings',
      'listings: 2 of more than 30 lines',
      '',
    ].join('\n'),
  )
})
