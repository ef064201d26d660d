import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, siteAddress } from './address.js'
import { descriptionOf, socialFields, titleOfPage } from './head.js'
import { placeOf } from './place.js'
import { sitemap } from './sitemap.js'

const languages = [{ code: 'en' }, { code: 'pt-BR' }]

/** @param {Partial<Parameters<typeof socialFields>[0]>} more */
const fieldsOf = (more) =>
  socialFields({
    page: 'ch07-trie/trie.html',
    place: placeOf('ch07-trie/trie.html', 'en'),
    language: 'en',
    languages,
    description: 'Say "hi" & go.',
    address: 'https://example.org/book',
    picture: 'card-en.png',
    ...more,
  }).join('\n')

test('a description is the first sentences, without tags and figures', () => {
  const main = `<main><h1 id="a">A</h1>
<div class="l10n-banner">Behind.</div>
<figure><p>Not this.</p></figure>
<p>A <strong>trie</strong> stores it &amp; no
more.</p>
<p>The second paragraph is long enough to say what the page is about.</p>
<p>The third is not needed.</p>`
  assert.equal(
    descriptionOf(main),
    'A trie stores it & no more. The second paragraph is long enough to say what the page is about.',
  )
  assert.equal(descriptionOf('<main><h1>A</h1>'), '')
})

test('a long description ends with a sentence, or between words', () => {
  const sentence = 'Each of these sentences has exactly fifty letters. '
  assert.equal(
    descriptionOf(`<p>${sentence.repeat(6)}</p>`),
    sentence.repeat(3).trim(),
  )
  const words = descriptionOf(`<p>${'word, '.repeat(60)}</p>`)
  assert.match(words, /word …$/)
  assert.ok(words.length <= 202, words)
})

test('a title says of which chapter, because each has a "Check yourself"', () => {
  const book = 'Node.js Is Faster Than You Think'
  /** @param {string} page @param {string} [language] */
  const title = (page, language = 'en') =>
    titleOfPage(placeOf(page, language), language)
  assert.equal(title('index.html'), book)
  assert.match(
    title('ch07-trie/exercises.html'),
    /^Check yourself · 07\. Parameters.* · Node\.js Is Faster/,
  )
  assert.match(title('ch08-urls/fuzzer.html'), /^A fuzzer · /)
  assert.match(title('ch07-trie/index.html'), /^07\. Parameters[^·]* · Node/)
  assert.match(title('ch07-trie/index.html', 'pt-BR'), /· Node\.js é mais/)
})

test('cards and canonical links have whole addresses', () => {
  const fields = fieldsOf({ language: 'pt-BR' })
  const own = 'https://example.org/book/pt-BR/ch07-trie/trie.html'
  assert.ok(fields.includes(`<link rel="canonical" href="${own}">`), fields)
  assert.ok(fields.includes(`property="og:url" content="${own}"`), fields)
  assert.match(
    fields,
    /og:image" content="https:\/\/example\.org\/book\/card-en\.png"/,
  )
  assert.match(fields, /og:locale" content="pt_BR"/)
  assert.match(fields, /og:locale:alternate" content="en_US"/)
  assert.match(fields, /content="Say &quot;hi&quot; &amp; go\."/)
})

test('without an address nothing is said that needs one', () => {
  const fields = fieldsOf({ address: null })
  assert.doesNotMatch(fields, /canonical|og:url|og:image|twitter/)
  assert.match(fields, /og:title/)
})

test('the address is SITE_URL', (t) => {
  const before = process.env.SITE_URL
  t.after(() => {
    if (before === undefined) delete process.env.SITE_URL
    else process.env.SITE_URL = before
  })
  delete process.env.SITE_URL
  assert.equal(siteAddress(), null)
  process.env.SITE_URL = 'https://b.example/book/'
  assert.equal(siteAddress(), 'https://b.example/book')
  process.env.SITE_URL = 'b.example'
  assert.throws(() => siteAddress(), /SITE_URL: got b\.example, expected/)
  assert.equal(
    addressOf('https://b.example', '', 'a.html'),
    'https://b.example/a.html',
  )
})

test('the sitemap has each page in each language, with its twins', () => {
  const xml = sitemap('https://a.example', ['index.html', 'b.html'], languages)
  const locations = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map((m) => m[1])
  assert.deepEqual(locations, [
    'https://a.example/index.html',
    'https://a.example/pt-BR/index.html',
    'https://a.example/b.html',
    'https://a.example/pt-BR/b.html',
  ])
  assert.equal(xml.match(/hreflang="pt-BR"/g)?.length, 4)
})
