import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { finishPage } from '../finish.js'
import { createIndexes } from './search-index.js'

test('a system that Pagefind does not run on gets a book without search', async (t) => {
  const said = t.mock.method(console, 'error', () => {})
  process.env.npm_config_arch = 'none'
  t.after(() => delete process.env.npm_config_arch)
  const indexes = await createIndexes(['en', 'pt-BR'])
  assert.equal(indexes.size, 0)
  assert.equal(said.mock.callCount(), 1)
  assert.match(
    said.mock.calls[0].arguments[0],
    /^The book is built without search: Pagefind does not run here \(.*-none/,
  )
})

test('a page has a button for the search where there is an index', () => {
  const html = readFileSync(
    new URL('../../../theme/index.hbs', import.meta.url),
  )
  /** @param {boolean} hasSearch */
  const finished = (hasSearch) =>
    finishPage(String(html), {
      page: 'none.html',
      language: 'en',
      site: {
        languages: [],
        address: null,
        picture: () => null,
        hasFeed: false,
        hasSearch,
      },
    })
  const searches = /<button id="search-toggle"|<kbd>S<\/kbd>/g
  assert.equal(finished(true).match(searches)?.length, 2)
  assert.doesNotMatch(finished(false), searches)
})
