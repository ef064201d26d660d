import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { smallBook, temporaryProject } from '../testing/temporary-project.js'
import { figuresOf } from './figures-in-prose.js'

/** @param {string} text @param {string} [language] */
const keys = (text, language = 'en') =>
  figuresOf(text, language).map(({ quantity }) =>
    [quantity.value, quantity.unit].join(' '),
  )

describe('a figure of the prose', () => {
  test('is a number with a unit, in digits or in words', () => {
    assert.deepEqual(keys('It takes 20 µs, or 1.5 ms, and about 40%.'), [
      '20 µs',
      '1.5 ms',
      '40 %',
    ])
    assert.deepEqual(keys('ten milliseconds, sixty-four, three-fold, 16 KiB'), [
      '10 ms',
      '3 times',
      '16 KiB',
    ])
    assert.deepEqual(keys('ten thousand bytes, a few hundred nanoseconds'), [
      '10000 B',
    ])
  })

  test('has one key in every language', () => {
    const english = '1,234.5 ms and 40 % of a second'
    const portuguese = '1.234,5 ms e 40% de um segundo'
    assert.deepEqual(keys(portuguese, 'pt-BR'), keys(english))
    assert.deepEqual(
      keys('dez vezes mais memória', 'pt-BR'),
      keys('ten times the memory'),
    )
  })

  test('is no code, no directive, no address, no count of things', () => {
    assert.deepEqual(
      keys(
        'See `20 ms`, {{#number x a.ns.hit}}, [RFC](https://example.org/5-s), ' +
          'hundreds of routes, the 1980s, node 26, one second, §9.3.3, ' +
          'one percent sign, and ask three times.',
      ),
      [],
    )
    assert.deepEqual(keys('```text\n20 ms\n```\n\n<div title="20 ms">'), [])
  })
})

describe('the check of numbers', () => {
  const page = 'src/ch01-bytes/README.md'
  /**
   * @param {import('node:test').TestContext} t
   * @param {string} text
   * @param {object} [allowed]
   * @param {Record<string, string>} [files]
   */
  const check = (t, text, allowed = {}, files = {}) =>
    temporaryProject(
      {
        ...smallBook,
        ...files,
        [page]: `# First\n\n${text}\n`,
        'tools/lint/numbers.allow.json': JSON.stringify(allowed),
      },
      t,
    ).run('lint/numbers.js')
  const program = {
    'code/ch01/lib/a.js':
      'export const LIMIT = 16 * 1024\n\nexport function later() {\n  setTimeout(later, 250)\n}\n',
  }

  test('refuses a figure that nothing accounts for, and says where', async (t) => {
    const { status, output } = await check(t, 'It took 20 µs here.')
    assert.equal(status, 1, output)
    assert.match(output, /src\/ch01-bytes\/README\.md:3: got "20 µs", expected/)
  })

  test('takes one that the page shows with its unit', async (t) => {
    const shown = 'It took 20 µs, and `max-age=60` is 60 s.'
    const { status, output } = await check(
      t,
      `${shown}\n\n\`\`\`text\n20µs\n\`\`\``,
    )
    assert.equal(status, 0, output)
  })

  test('takes no number for shown that has another unit, or none', async (t) => {
    const { output } = await check(
      t,
      '64 KB, 20 µs.\n\n```text\n64 KiB 20\n```',
    )
    assert.match(output, /got "64 KB", expected "64 KiB", which the page shows/)
    assert.match(output, /got "20 µs"/)
  })

  test('takes what a listing has a name for, on the lines that it shows', async (t) => {
    const both = '16 KiB, 250 ms.'
    const whole = await check(
      t,
      `${both}\n\n{{#listing lib/a.js}}`,
      {},
      program,
    )
    assert.equal(whole.status, 0, whole.output)
    const part = `${both}\n\n{{#listing lib/a.js#LIMIT}}`
    const { output } = await check(t, part, {}, program)
    assert.match(output, /got "250 ms"/)
    assert.doesNotMatch(output, /got "16 KiB"/)
  })

  test('takes the length of what stands in code beside it', async (t) => {
    const { output } = await check(
      t,
      'The five bytes of `hello`, two of `ã`, 7 bytes.',
    )
    assert.match(output, /numbers: 1 problem/)
    assert.match(output, /got "7 bytes"/)
  })

  test('takes one that the allow-list explains, and no entry in vain', async (t) => {
    const place = 'ch01-bytes/README.md'
    const fine = await check(t, 'Up to 16 KiB.', {
      [place]: { '16 KiB': "Node's limit" },
    })
    assert.equal(fine.status, 0, fine.output)
    const bad = await check(t, 'Up to 16 KiB.', {
      [place]: { '16 KiB': ' ', '5 s': 'a time limit' },
    })
    assert.match(bad.output, /"16 KiB" of .* has no reason/)
    assert.match(bad.output, /"5 s" of .* allows nothing/)
  })

  test('takes an entry for a chapter or the book, where its words are', async (t) => {
    const allowed = {
      'ch01-bytes': { '2 s': 'the story' },
      '*': { '16 KiB': { near: 'head', why: "Node's limit" } },
    }
    const { output } = await check(
      t,
      'For two seconds, a head of 16 KiB.\n\nA body of 16 KiB.',
      allowed,
    )
    assert.match(output, /README\.md:5: got "16 KiB"/)
    assert.match(output, /numbers: 1 problem/)
  })
})
