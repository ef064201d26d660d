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
]

/**
 * @param {import('node:test').TestContext} t
 * @param {Parameters<typeof spellingConfig>[0]} languages
 * @param {{ file: string, text: string }[]} written
 */
async function check(t, languages, written) {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'spelling-'))
  t.after(() => rmSync(scratch, { recursive: true }))
  const config = path.join(scratch, 'cspell.json')
  const all = { ...spellingConfig(languages), useGitignore: false }
  writeFileSync(config, JSON.stringify(all))
  for (const { file, text } of written) {
    const absolute = path.join(scratch, file)
    mkdirSync(path.dirname(absolute), { recursive: true })
    writeFileSync(absolute, text)
  }
  const { output } = await run(
    process.execPath,
    [
      path.join(root, 'node_modules/cspell/bin.mjs'),
      'lint',
      '--no-progress',
      '--no-summary',
      '--config',
      config,
      '--root',
      scratch,
    ],
    { cwd: scratch, timeout: patience(30), env: cleanEnv({ NO_COLOR: '1' }) },
  )
  /** @param {string} file */
  return (file) =>
    output
      .split('\n')
      .filter((line) => line.includes(file))
      .map((line) => /\(([^)]+)\)/.exec(line)?.[1])
      .sort()
}

test('each language is checked as itself, in prose and nowhere else', async (t) => {
  const found = await check(t, translationLanguages(), pages)
  for (const { file, found: words } of pages)
    assert.deepEqual(found(file), words)
})

test('a language that names a dictionary is checked, another one is not', async (t) => {
  const text = '# Título\n\nUma requisicao e um pedidoo.\n'
  const spelling = { dictionary: '@cspell/dict-pt-br', locale: 'pt,pt_BR' }
  const written = ['pt-PT', 'gl'].map((code) => ({
    file: `translations/${code}/page.md`,
    text,
  }))
  const found = await check(
    t,
    [{ code: 'pt-PT', spelling }, { code: 'gl' }],
    written,
  )
  assert.deepEqual(found('pt-PT/page.md'), ['pedidoo', 'requisicao'])
  assert.deepEqual(found('gl/page.md'), [])
  assert.throws(
    () =>
      spellingConfig([
        { code: 'gl', spelling: { ...spelling, dictionary: '@cspell/none' } },
      ]),
    /translations\/gl\/language\.json: got the dictionary @cspell\/none, which is not installed/,
  )
})
