import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { smallBook, temporaryProject } from '../testing/temporary-project.js'
import { figuresOf } from './numbers.js'

/** @param {string} text @param {string} [language] */
const keys = (text, language = 'en') =>
  figuresOf(text, language).map(({ key }) => key)

describe('a figure of the prose', () => {
  test('is a number with a unit, in digits or in words', () => {
    assert.deepEqual(keys('It takes 20 µs, or 1.5 ms, and about 40%.'), [
      '20 µs',
      '1.5 ms',
      '40 %',
    ])
    assert.deepEqual(keys('ten milliseconds, sixty-four, three-fold, 16 KiB'), [
      '10 ms',
      '16 KB',
      '3 times',
    ])
    assert.deepEqual(keys('That was worth one lookup in ten.'), ['1/10'])
  })

  test('has one key in every language', () => {
    const english = '1,234.5 ms and 40 % of a tenth of a second'
    const portuguese = '1.234,5 ms e 40% de um décimo de segundo'
    assert.deepEqual(keys(portuguese, 'pt-BR'), keys(english))
    assert.deepEqual(keys('dez vezes', 'pt-BR'), keys('ten times'))
  })

  test('is no code, no directive, no address, no count of things', () => {
    assert.deepEqual(
      keys(
        'See `20 ms`, {{#number x a.ns.hit}}, [RFC](https://example.org/5-s), ' +
          'hundreds of routes, the 1980s, node 26, one second, §9.3.3.',
      ),
      [],
    )
    assert.deepEqual(keys('```text\n20 ms\n```\n\n<div title="20 ms">'), [])
  })
})

describe('the check of numbers', () => {
  const page = 'src/ch00-first/README.md'
  /**
   * @param {import('node:test').TestContext} t
   * @param {string} text
   * @param {object} allowed
   */
  const check = (t, text, allowed = {}) =>
    temporaryProject(
      {
        ...smallBook,
        [page]: `# First\n\n${text}\n`,
        'tools/lint/numbers.allow.json': JSON.stringify(allowed),
      },
      t,
    ).run('lint/numbers.js')

  test('refuses a figure that nothing accounts for, and says where', async (t) => {
    const { status, output } = await check(t, 'It took 20 µs here.')
    assert.equal(status, 1, output)
    assert.match(output, /src\/ch00-first\/README\.md:3: "20 µs" has no source/)
  })

  test('takes one that a transcript of the page shows', async (t) => {
    const shown = 'It took 20 µs.\n\n```text\n20\n```'
    const { status, output } = await check(t, shown)
    assert.equal(status, 0, output)
  })

  test('does not take a digit, a share or a factor for shown', async (t) => {
    const shown = '5 ms, 20%, 20 times.\n\n```text\n5 20\n```'
    const { output } = await check(t, shown)
    assert.match(output, /numbers: 3 problems/)
  })

  test('takes one that the allow-list explains, and no entry in vain', async (t) => {
    const place = 'ch00-first/README.md'
    const fine = await check(t, 'Up to 16 KiB.', {
      [place]: { '16 KB': "Node's limit" },
    })
    assert.equal(fine.status, 0, fine.output)
    const bad = await check(t, 'Up to 16 KiB.', {
      [place]: { '16 KB': ' ', '5 s': 'a time limit' },
    })
    assert.match(bad.output, /"16 KB" of .* has no reason/)
    assert.match(bad.output, /"5 s" of .* is on no page any more/)
  })
})
