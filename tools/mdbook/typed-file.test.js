// @reads code/
import assert from 'node:assert/strict'
import test from 'node:test'
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

/**
 * @param {import('node:test').TestContext} t
 * @param {string[]} listings of the last page
 * @param {string} after
 * @param {string} [before]
 * @returns {Promise<string[][]>} of each listing: its place and its lines
 */
async function places(t, listings, after, before) {
  const project = temporaryProject(
    {
      'src/SUMMARY.md':
        '# Summary\n\n- [A](ch01-a/README.md)\n- [B](ch02-b/README.md)\n',
      'src/ch01-a/README.md': '# A\n',
      'src/ch02-b/README.md': `# B\n\n${listings.map((one) => `{{#listing lib/a.js${one}}}`).join('\n\n')}\n`,
      'code/ch01/lib/b.js': 'export const b = 1\n',
      ...(before && { 'code/ch01/lib/a.js': before }),
      'code/ch02/lib/a.js': after,
      'tools/show.js': program,
    },
    t,
  )
  const { output, status } = await project.run('show.js')
  assert.equal(status, 0, output)
  return JSON.parse(output)
}

test('a listing brings the imports that it needs, and no others', async (t) => {
  const found = await places(
    t,
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

test('types alone bring no imports, and a beginning those it needs', async (t) => {
  const found = await places(
    t,
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

test('a whole file has its imports where they stand', async (t) => {
  const text = "// A.\nimport { b } from './b.js'\n\nexport const a = b\n"
  const found = await places(t, [''], text)
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

test('the rest of a file shows only the imports that are due', async (t) => {
  const found = await places(
    t,
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

test('an import goes with its last use, and comes from where it is', async (t) => {
  const found = await places(
    t,
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

test('comments alone are to be read, and imports alone are changes', async (t) => {
  const found = await places(
    t,
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

test('a changed copy is shown in one listing, or in several', async (t) => {
  const before = `import { b } from './b.js'

const one = b

const two = 2

const three = 3
`
  const after = before.replace('= b', '= -b').replace('= 3', '= -3')
  const from = ' from=code/ch01/lib/a.js'
  const copies = async (/** @type {string[]} */ ...listings) =>
    (await places(t, listings, after, before)).map(([kind, ...lines]) => [
      kind,
      ...lines.filter((line) => /^[-+]/.test(line)),
    ])
  const copy = 'copy code/ch01/lib/a.js'
  assert.deepEqual(await copies(`${from} without=unchanged`), [[copy]])
  assert.deepEqual(await copies(`#one${from}`, `#three${from}`), [
    [copy, '-const one = b', '+const one = -b'],
    ['change three', '-const three = 3', '+const three = -3'],
  ])
})

test('a listing of changes is no whole file', async (t) => {
  const before = "import './b.js'\n\na()\nb()\nc()\nd()\ne()\n"
  const after = before.replace('e()', 'f()')
  assert.deepEqual(await places(t, [' without=unchanged'], after, before), [
    ['change', '|…', ' c()', ' d()', '-e()', '+f()'],
  ])
})
