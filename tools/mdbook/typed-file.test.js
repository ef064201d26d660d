// @reads code/
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import test, { after as afterAll } from 'node:test'
import { temporaryProject } from '../testing/temporary-project.js'

/** Prints what each listing of a chapter shows, and where it goes. */
const program = `
import { chapters } from './book-model/chapters.js'
import { placesOf } from './mdbook/typing.js'
const sign = { added: '+', removed: '-', context: ' ', plain: '.', gap: '|' }
const all = [...placesOf(chapters().at(-1)).values()].flat()
console.log(JSON.stringify(all.map(({ kind, name, lines }) => [
  [kind, name].join(' ').trim(),
  ...(lines ?? []).map((one) => (one.isBrought ? '^' : '') + sign[one.kind] + one.text),
])))
`

const project = temporaryProject(
  {
    'src/SUMMARY.md':
      '# Summary\n\n- [A](ch01-a/README.md)\n- [B](ch02-b/README.md)\n',
    'src/ch01-a/README.md': '# A\n',
    'code/ch01/lib/b.js': 'export const b = 1\n',
    'tools/show.js': program,
  },
  { after: afterAll },
)

/**
 * @param {string[]} listings of the last page
 * @param {string} after
 * @param {string} [before]
 * @returns {Promise<string[][]>} of each listing: its place and its lines
 */
async function places(listings, after, before) {
  const shown = listings.map((one) => `{{#listing lib/a.js${one}}}`)
  project.write('src/ch02-b/README.md', `# B\n\n${shown.join('\n\n')}\n`)
  project.write('code/ch02/lib/a.js', after)
  rmSync(project.path('code/ch01/lib/a.js'), { force: true })
  if (before) project.write('code/ch01/lib/a.js', before)
  const { output, status } = await project.run('show.js')
  assert.equal(status, 0, output)
  return JSON.parse(output)
}

test('a listing brings the imports that it needs, and no others', async () => {
  const found = await places(
    ['#one', '#two', '#three'],
    `import { b, c } from './b.js'
import http from 'node:http'

// Of the first.
const one = b

const two = c + b

const three = http
`,
  )
  assert.deepEqual(found, [
    [
      'part',
      "^.import { b } from './b.js'",
      '^.',
      '.// Of the first.',
      '.const one = b',
    ],
    [
      'end',
      "^-import { b } from './b.js'",
      "^+import { b, c } from './b.js'",
      '^ ',
      '.const two = c + b',
    ],
    ['end', "^.import http from 'node:http'", '^.', '.const three = http'],
  ])
})

test('types alone bring no imports, and a beginning those it needs', async () => {
  const found = await places(
    ['#..A', '#one'],
    `import { b } from './b.js'

/** @typedef {number} A */

const one = b
`,
  )
  assert.deepEqual(found, [
    ['part', './** @typedef {number} A */'],
    ['end', "^.import { b } from './b.js'", '^.', '.const one = b'],
  ])
})

test('a whole file has its imports where they stand', async () => {
  const text = "// A.\nimport { b } from './b.js'\n\nexport const a = b\n"
  const found = await places([''], text)
  assert.deepEqual(found, [
    [
      'new',
      '.// A.',
      ".import { b } from './b.js'",
      '.',
      '.export const a = b',
    ],
  ])
})

test('the rest of a file shows only the imports that are due', async () => {
  const found = await places(
    ['#..one', ''],
    `import { b } from './b.js'
import http from 'node:http'

const one = b

const two = http
`,
  )
  assert.deepEqual(found, [
    ['part', ".import { b } from './b.js'", '.', '.const one = b'],
    [
      'whole',
      ".import { b } from './b.js'",
      ".import http from 'node:http'",
      '.',
      '.const one = b',
      '.',
      '.const two = http',
    ],
  ])
})

test('an import goes with its last use, and comes from where it is', async () => {
  const found = await places(
    ['#one', '#two'],
    `import { moved } from './c.js'

const one = 2

const between = 0

const two = 2

const three = moved
`,
    `import { gone, moved } from './b.js'

const one = 1

const between = 0

const two = gone

const three = moved
`,
  )
  assert.deepEqual(found, [
    [
      'change one',
      "^+import { moved } from './c.js'",
      "^-import { gone, moved } from './b.js'",
      "^+import { gone } from './b.js'",
      '^ ',
      '-const one = 1',
      '+const one = 2',
    ],
    [
      'change two',
      "^-import { gone } from './b.js'",
      '^ ',
      '-const two = gone',
      '+const two = 2',
    ],
  ])
})

test('comments alone are to be read, and imports alone are changes', async () => {
  const found = await places(
    ['#A', '#imports', '#imports'],
    "import { b } from './b.js'\n\n/** @typedef {number} A */\n\na(b)\n",
    'a(b)\n',
  )
  assert.deepEqual(found, [
    ['given', '+/** @typedef {number} A */'],
    ['change imports', "+import { b } from './b.js'"],
    ['there', " import { b } from './b.js'"],
  ])
})

test('a changed copy is shown in one listing', async () => {
  const before = `import { b } from './b.js'

const one = b

const two = 2

const three = 3
`
  const after = before.replace('= b', '= -b').replace('= 3', '= -3')
  const from = ' from=code/ch01/lib/a.js'
  const copies = async (/** @type {string[]} */ ...listings) =>
    (await places(listings, after, before)).map(([kind, ...lines]) => [
      kind,
      ...lines.filter((line) => /^[-+]/.test(line)),
    ])
  const copy = 'copy code/ch01/lib/a.js'
  assert.deepEqual(await copies(`${from} without=unchanged`), [[copy]])
})

test('a listing of changes is no whole file', async () => {
  const before = "import './b.js'\n\na()\nb()\nc()\nd()\ne()\n"
  const after = before.replace('e()', 'f()')
  assert.deepEqual(await places([' without=unchanged'], after, before), [
    ['change', '|…', ' c()', ' d()', '-e()', '+f()'],
  ])
})
