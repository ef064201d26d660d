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
`

test('long listings that do not say why are reported', async (t) => {
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
      'src/ch01-bytes/README.md:3: {{#listing steps/long.js}}: got 31 lines, expected 30 at most; show it in parts, or say why not: long="…"',
      'ch01: 1 of more than 30 lines',
      '',
    ].join('\n'),
  )
})
