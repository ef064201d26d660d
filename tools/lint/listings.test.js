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
      'src/ch01-bytes/README.md:3: {{#listing steps/long.js}}: got 31 lines, expected 30 at most; show it in parts, or say why not: long="…"',
      'src/ch01-bytes/README.md:9: {{#listing steps/folded.js unfolded}}: got 41 lines, expected 30 at most; show it in parts, or say why not: long="…"',
      'ch01: 0 with only imports, 0 with more than 2 holes, 0 symbols shown a third time, 2 of more than 30 lines',
      '',
    ].join('\n'),
  )
})

test('only imports, three holes and a third time are counted', async (t) => {
  const line = (/** @type {string} */ text) => ({ from: text, to: text })
  const project = temporaryProject(
    {
      ...smallBook,
      'src/ch01-bytes/README.md': [
        '# Bytes',
        '{{#listing lib/a.js#imports}}',
        '{{#listing lib/a.js#imports,one without=a,b,c}}',
        '{{#listing lib/a.js#A^}}',
        '{{#listing lib/a.js#A.two}}',
        '{{#listing lib/a.js#A.#field}}',
        '{{#listing lib/a.js#A}}',
        '{{#listing lib/a.js#one..A}}',
        '{{#listing lib/short.js}}',
        '{{#listing lib/short.js}}',
        '{{#listing lib/short.js}}',
      ].join('\n\n'),
      'src/ch01-bytes/ranges.json': JSON.stringify({
        'lib/a.js': { a: line('  a()'), b: line('  b()'), c: line('  c()') },
      }),
      'code/ch01/lib/short.js': 'export const short = 1\n',
      'code/ch01/lib/a.js': `import b from 'b'

/** @import { C } from './c.js' */

function one() {
  a()
  b()
  c()
}

class A {
  #field = 1

  two() {}
}
`,
    },
    t,
  )
  const { output } = await project.run('lint/listings.js', 'ch01')
  assert.equal(
    output,
    [
      'src/ch01-bytes/README.md:3: {{#listing lib/a.js#imports}}: remove it: imports come with the lines that need them',
      'src/ch01-bytes/README.md:5: {{#listing lib/a.js#imports,one without=a,b,c}}: got 3 parts that it leaves out, expected 2 at most; show a simpler version, or its parts one by one',
      'src/ch01-bytes/README.md:15: {{#listing lib/a.js#one..A}}: it shows code/ch01/lib/a.js#A for the third time in the chapter, expected 2 times at most',
      'src/ch01-bytes/README.md:15: {{#listing lib/a.js#one..A}}: it shows code/ch01/lib/a.js#A.two for the third time in the chapter, expected 2 times at most',
      'ch01: 1 with only imports, 1 with more than 2 holes, 2 symbols shown a third time, 0 of more than 30 lines',
      '',
    ].join('\n'),
  )
})
