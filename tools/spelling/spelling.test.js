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

/**
 * What cspell says of a text, with the project's configuration.
 *
 * @param {string} name of the file
 * @param {string} text
 * @returns {Promise<string[]>} the unknown words
 */
async function unknownWords(name, text) {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'spelling-'))
  const file = path.join(scratch, name)
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
    const { output } = await run(
      process.execPath,
      [
        path.join(root, 'node_modules/cspell/bin.mjs'),
        ...['lint', '--words-only', '--no-progress', '--no-summary'],
        ...['--config', path.join(root, 'cspell.json'), '--root', scratch],
        `file://${file}`,
      ],
      { cwd: root, timeout: 60, env: cleanEnv({ NO_COLOR: '1' }) },
    )
    return output.trim().split('\n').filter(Boolean).sort()
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

test('a misspelt English word is found in prose and nowhere else', async () => {
  const page = [
    '# Heading',
    '',
    'A recieved request, `codez`, [link](./linkz.md) and &nbsp;.',
    '{{#listing serverz.js:startz}} <div data-widget="widgetz">',
    '',
    '```js',
    'const fencez = 1',
    '```',
    '',
    '> ```console',
    '> $ quotez',
    '> ```',
  ].join('\n')
  assert.deepEqual(await unknownWords('src/page.md', page), ['recieved'])
})

test('Portuguese is checked as Portuguese, accents included', async () => {
  const page = '# Título\n\nUma requisição, uma requisicao e um pedidoo.\n'
  const file = 'translations/pt-BR/page.md'
  assert.deepEqual(await unknownWords(file, page), ['pedidoo', 'requisicao'])
})

test('Portuguese is not accepted on an English page', async () => {
  const words = await unknownWords('src/page.md', 'Uma requisição.\n')
  assert.deepEqual(words, ['requisição'])
})
