import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { readCatalogs, widgetNames } from '../tools/bundle/build.js'
import { root } from '../tools/lib/paths.js'
import { matchLanguage, translator } from './strings.js'

/** What the pages, or several widgets, share has words of its own. */
const shared = ['site', 'site/progress']
const ofWidgets = ['route-tree', 'stepper', ...widgetNames()]
const folders = [...shared, ...ofWidgets.map((name) => `widgets/${name}`)]
  .map((name) => path.join(root, name, 'strings'))
  .filter((folder) => existsSync(folder))

const catalogs = {
  en: { hello: 'Hello, {name}', bye: 'Bye' },
  'pt-BR': { hello: 'Olá, {name}' },
}

test('values are put into the text of the language', () => {
  assert.equal(
    translator(catalogs, 'pt-BR')('hello', { name: 'Ana' }),
    'Olá, Ana',
  )
})

test('a key that a language lacks is said in English', () => {
  assert.equal(translator(catalogs, 'pt-BR')('bye'), 'Bye')
  assert.equal(translator(catalogs, 'fr')('bye'), 'Bye')
})

test('a key that English lacks is an error that names it', () => {
  assert.throws(() => translator(catalogs, 'en')('helo'), /"helo"/)
})

test('a language is matched by its tag, then by its first subtag', () => {
  assert.equal(matchLanguage(['en', 'pt-BR'], 'pt-br'), 'pt-BR')
  assert.equal(matchLanguage(['en', 'pt-BR'], 'pt'), 'pt-BR')
  assert.equal(matchLanguage(['en', 'pt-BR'], 'de'), 'en')
})

for (const folder of folders) {
  const name = path.relative(root, folder)
  const all = readCatalogs(folder)

  test(`${name}: apostrophes are those of the pages`, () => {
    for (const [language, catalog] of Object.entries(all)) {
      for (const [key, text] of Object.entries(catalog)) {
        assert.doesNotMatch(text, /\p{L}'\p{L}/u, `${language}.json: "${key}"`)
      }
    }
  })

  test(`${name}: no language has a key or a value that English has not`, () => {
    for (const [language, catalog] of Object.entries(all)) {
      for (const [key, text] of Object.entries(catalog)) {
        assert.ok(key in all.en, `${language}.json: "${key}" is not in en.json`)
        assert.deepEqual(
          placeholders(text).filter(
            (value) => !placeholders(all.en[key]).includes(value),
          ),
          [],
          `${language}.json: "${key}" uses a value that en.json does not`,
        )
      }
    }
  })

  test(`${name}: pt-BR is complete`, () => {
    assert.deepEqual(
      Object.keys(all.en).filter((key) => !(key in all['pt-BR'])),
      [],
    )
  })
}

test('every key that the code names is there', () => {
  let found = 0
  for (const folder of folders) {
    const { en } = readCatalogs(folder)
    const code = path.dirname(folder)
    const files = readdirSync(code).filter(
      (name) => name.endsWith('.js') && !name.endsWith('.test.js'),
    )
    for (const file of files) {
      const text = readFileSync(path.join(code, file), 'utf8')
      for (const [, key] of text.matchAll(/\bt\('([^']+)'/g)) {
        found += 1
        assert.ok(
          key in en,
          `${file} says t('${key}'), en.json has no such key`,
        )
      }
    }
  }
  assert.ok(found > 20, `expected many uses of t('…'), found ${found}`)
})

/** @param {string} text */
function placeholders(text) {
  return Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name)
}
