import assert from 'node:assert/strict'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { root } from '../lib/paths.js'
import { cleanEnv, run } from '../lib/run.js'

const folder = path.join(root, 'tools', 'spelling')

for (const name of readdirSync(folder).filter((n) => n.endsWith('.txt'))) {
  test(`${name} is sorted, and holds each word once`, () => {
    const words = readFileSync(path.join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
    const unique = new Set(words.map((word) => word.toLowerCase()))
    assert.equal(unique.size, words.length, 'a word stands there twice')
    const sorted = [...words].sort((a, b) => a.localeCompare(b, 'pt-BR'))
    assert.deepEqual(words, sorted, `sort ${name}, ignoring case and accents`)
  })
}

/** Pages with the words that must be found in them. */
const pages = [
  {
    file: 'src/page.md',
    found: ['recieved', 'requisição'],
    text: [
      '# Heading',
      '',
      'A recieved request, `codez`, [link](./linkz.md) and &nbsp;.',
      'Portuguese such as requisição does not belong here.',
      '{{#listing serverz.js:startz}} <div data-widget="widgetz">',
      '',
      '```js',
      'const fencez = 1',
      '```',
      '',
      '> ```console',
      '> $ quotez',
      '> ```',
    ].join('\n'),
  },
  {
    file: 'translations/pt-BR/page.md',
    found: ['pedidoo', 'requisicao'],
    text: '# Título\n\nUma requisição, uma requisicao e um pedidoo.\n',
  },
]

test('each language is checked as itself, in prose and nowhere else', async (t) => {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'spelling-'))
  t.after(() => rmSync(scratch, { recursive: true }))
  const files = pages.map(({ file, text }) => {
    const absolute = path.join(scratch, file)
    mkdirSync(path.dirname(absolute), { recursive: true })
    writeFileSync(absolute, text)
    return absolute
  })
  const { output } = await run(
    process.execPath,
    [
      path.join(root, 'node_modules/cspell/bin.mjs'),
      ...['lint', '--no-progress', '--no-summary'],
      ...['--config', path.join(root, 'cspell.json'), '--root', scratch],
      ...files.map((file) => `file://${file}`),
    ],
    { cwd: root, timeout: 60, env: cleanEnv({ NO_COLOR: '1' }) },
  )
  for (const { file, found } of pages) {
    const words = output
      .split('\n')
      .filter((line) => line.includes(file))
      .map((line) => /\(([^)]+)\)/.exec(line)?.[1])
      .sort()
    assert.deepEqual(words, found, output)
  }
})
