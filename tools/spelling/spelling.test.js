// @nightly
// @reads translations/*/language.json

import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { translationLanguages } from '../book-model/languages.js'
import { root } from '../lib/paths.js'
import { patience } from '../processes/pace.js'
import { cleanEnv, run } from '../processes/run.js'
import { spellingConfig } from './config.js'

const lists = [
  'tools/spelling/book.txt',
  ...translationLanguages().map(({ code }) => `translations/${code}/words.txt`),
].filter((file) => existsSync(path.join(root, file)))

for (const file of lists) {
  test(`${file} is sorted, and holds each word once`, () => {
    const words = readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
    const unique = new Set(words.map((word) => word.toLowerCase()))
    assert.equal(unique.size, words.length, 'a word stands there twice')
    const sorted = [...words].sort((a, b) => a.localeCompare(b, 'pt-BR'))
    assert.deepEqual(words, sorted, `sort ${file}, ignoring case and accents`)
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
  {
    file: 'translations/pt-PT/page.md',
    found: ['pedidoo', 'requisicao'],
    text: '# Título\n\nUma requisicao e um pedidoo.\n',
  },
  { file: 'translations/gl/page.md', found: [], text: 'Un pedidoo.\n' },
]

const spelling = { dictionary: '@cspell/dict-pt-br', locale: 'pt,pt_BR' }

test('each language with a dictionary is checked as itself, in prose and nowhere else', async (t) => {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'spelling-'))
  t.after(() => rmSync(scratch, { recursive: true }))
  const config = path.join(scratch, 'cspell.json')
  const more = [{ code: 'pt-PT', spelling }, { code: 'gl' }]
  const all = spellingConfig([...translationLanguages(), ...more])
  writeFileSync(config, JSON.stringify({ ...all, useGitignore: false }))
  for (const { file, text } of pages) {
    const absolute = path.join(scratch, file)
    mkdirSync(path.dirname(absolute), { recursive: true })
    writeFileSync(absolute, text)
  }
  const cspell = path.join(root, 'node_modules/cspell/bin.mjs')
  const flags = ['lint', '--no-progress', '--no-summary']
  const { output } = await run(
    process.execPath,
    [cspell, ...flags, '--config', config, '--root', scratch],
    { cwd: scratch, timeout: patience(30), env: cleanEnv({ NO_COLOR: '1' }) },
  )
  for (const { file, found } of pages) {
    const said = output
      .split('\n')
      .filter((line) => line.includes(file))
      .map((line) => /\(([^)]+)\)/.exec(line)?.[1])
    assert.deepEqual(said.sort(), found)
  }
})

test('a dictionary that is not installed is named', () => {
  const other = { ...spelling, dictionary: '@cspell/none' }
  assert.throws(
    () => spellingConfig([{ code: 'gl', spelling: other }]),
    /translations\/gl\/language\.json: got the dictionary @cspell\/none, which is not installed/,
  )
})
