// @nightly
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { stampFor, withStamp } from '../l10n/state.js'
import { doubtKinds } from '../results/doubts.js'
import { openSearch, placesOf } from '../testing/ask-search.js'
import {
  bookMachinery,
  brokenPage,
  temporaryProject,
} from '../testing/temporary-project.js'
import { strings } from './strings.js'

const summary = `# Summary

[Introduction](README.md)

# Prologue

- [First](ch00-first/README.md)
  - [A section](ch00-first/section.md)
  - [It's a widget](ch00-first/widget.md)

# Part I · From bytes to HTTP

- [Second](ch01-second/README.md)
`

const first = `# First

{{#number ch00-x fast.rps}} is {{#ratio ch00-x fast.rps / slow.rps}} times. In pairs: {{#paired ch00-x fast.rps / slow.rps}} times. More: {{#difference ch00-x fast.rps - slow.rps}}.

## A heading to link to

{{#listing server.js#answer}}

{{#chart ch00-x metric=rps,cpuPerRequest}}

{{#table ch00-x metrics=rps,latency.p50,latency.p99}}

{{#table ch00-other metrics=rps}}

> [!NOTE]
> Noted.

\`\`\`console server=server.js
$ curl -sv http://localhost:8080/
> GET / HTTP/1.1
hello

\`\`\`
`

const result = {
  schema: 1,
  id: 'ch00-x',
  title: 'A benchmark',
  date: '2026-01-02T03:04:05Z',
  machine: { cpu: 'A CPU' },
  settings: { rounds: 2, duration: 3 },
  contenders: [
    {
      id: 'slow',
      name: 'Slow',
      status: 'ok',
      rounds: [{ rps: 900 }, { rps: 1000 }, { rps: 1100 }],
      summary: {
        rps: { median: 1000, min: 900, max: 1100 },
        cpuPerRequest: { median: 500, min: 500, max: 500 },
      },
    },
    {
      id: 'fast',
      name: 'Fast',
      status: 'ok',
      rounds: [{ rps: 12600 }, { rps: 12500 }, { rps: 12100 }],
      summary: {
        rps: { median: 12500, min: 12000, max: 13000 },
        cpuPerRequest: { median: 40, min: 40, max: 40 },
        'latency.p50': { median: 900, min: 900, max: 900 },
      },
      doubts: [
        { kind: 'busy-machine', cores: 1.5 },
        { kind: 'unsteady', metric: 'rps', spread: 0.12 },
        { kind: 'unsteady', metric: 'latency.max', spread: 0.9 },
      ],
    },
    { id: 'gone', name: 'Gone', status: 'skipped', reason: 'no cargo here' },
  ],
}

/** @param {Record<string, string>} [more] */
function files(more = {}) {
  return {
    'src/SUMMARY.md': summary,
    'src/README.md': '# Introduction\n\nHello.\n',
    'src/ch00-first/README.md': first,
    'src/ch00-first/section.md':
      '# A section\n\n[Back](README.md), [on](../ch01-second/README.md#second).\n',
    'src/ch00-first/widget.md':
      '# It\'s a widget\n\n<div data-widget="byte-inspector">\n\nIn words.\n\n</div>\n',
    'src/ch01-second/README.md':
      '# Second\n\n{{#listing server.js}}\n\n{{#listing parts.js#first}}\n\n{{#listing parts.js#second}}\n\n{{#listing lines.js#between}}\n\n{{#listing upside.js#below}}\n\n{{#listing upside.js#above}}\n',
    'code/ch01/upside.js': 'export const above = 1\n\nexport const below = 2\n',
    'code/ch00/lines.js': 'first(1, 2)\n\nlast()\n',
    'code/ch01/lines.js': 'first(1, 2)\n\nexport const between = 1\n\nlast()\n',
    'code/ch00/parts.js':
      'export const first = 1\n\nconst gone = 2\n\nexport const second = 3\n',
    'code/ch01/parts.js':
      'export const first = 1 // kept\n\nexport const second = 3 // kept\n',
    'code/ch00/server.js':
      "export const answer = 'one'\n\nexport const same = 1\n",
    'code/ch01/server.js':
      "export const answer = 'two'\n\nexport const same = 1\n",
    'results/ch00-x.json': JSON.stringify(result),
    'results/ch00-other.json': JSON.stringify({
      ...result,
      id: 'ch00-other',
      title: 'Another benchmark',
      machine: { cpu: 'Another CPU', cores: 2 },
      contenders: [{ ...result.contenders[0], doubts: [] }],
    }),
    'translations/pt-BR/search.json': '{ "endings": [["ão", "ões"]] }',
    'translations/pt-BR/language.json': JSON.stringify({
      code: 'pt-BR',
      name: 'Português',
      dir: 'ltr',
    }),
    'translations/pt-BR/strings.json': JSON.stringify({
      ...strings('pt-BR'),
      mdbook: { ...strings('pt-BR').mdbook, Note: 'Nota', Auto: 'Automático' },
    }),
    'translations/pt-BR/ch00-first/README.md': withStamp(
      first
        .replace('# First', '# Primeiro')
        .replace('## A heading to link to', '## Requisições e conexões'),
      stampFor(first),
    ),
    ...more,
  }
}

test('each kind of doubt has words for the readers of a page', () => {
  for (const language of ['en', 'pt-BR']) {
    for (const kind of doubtKinds) {
      assert.ok(strings(language)[`doubt.${kind}`], `${language}: ${kind}`)
    }
  }
})

describe('a book that is built', () => {
  const book = temporaryProject(files(), { after }, bookMachinery)
  /** @type {import('../testing/temporary-project.js').Outcome} */
  let built
  before(() => {
    book.write(
      'book.toml',
      `${book.read('book.toml')}\n[output.html.redirect]\n"/ch00-first/old.html" = "section.html#a-section"\n`,
    )
    built = book.build()
  })

  /** @param {string} name */
  const page = (name) => book.read(`book/html/${name}`)

  /**
   * @param {string} html
   * @returns {string} without the line feeds that mdBook puts around elements
   */
  const flat = (html) => html.replace(/\s*\n\s*/g, '')

  test('has both languages from one command', () => {
    assert.equal(built.status, 0, built.output)
    assert.match(page('ch00-first/index.html'), /<html lang="en"/)
    assert.match(page('pt-BR/ch00-first/index.html'), /<html lang="pt-BR"/)
  })

  test('prints figures as each language writes them', () => {
    assert.match(page('ch00-first/index.html'), /12,500 is 12\.5 times/)
    assert.match(page('pt-BR/ch00-first/index.html'), /12\.500 is 12,5 times/)
  })

  test('gives translated headings the ids of the English ones', () => {
    assert.match(
      page('pt-BR/ch00-first/index.html'),
      /<h2 id="a-heading-to-link-to"[^>]*>.*Requisições e conexões/,
    )
  })

  test('switches to the same page, says so to search engines, and edits the right file', () => {
    const english = page('ch00-first/section.html')
    assert.match(
      english,
      /class="language-switch"[^>]*href="\.\.\/pt-BR\/ch00-first\/section\.html"/,
    )
    assert.match(
      english,
      /hreflang="pt-BR" href="\.\.\/pt-BR\/ch00-first\/section\.html"/,
    )
    const portuguese = page('pt-BR/ch00-first/index.html')
    assert.match(portuguese, /href="\.\.\/\.\.\/ch00-first\/index\.html"/)
    assert.match(
      portuguese,
      /\/edit\/main\/translations\/pt-BR\/ch00-first\/README\.md"/,
    )
    assert.match(
      page('pt-BR/ch00-first/section.html'),
      /\/edit\/main\/src\/ch00-first\/section\.md"/,
    )
  })

  test('leads from an old address to the page in the same language', async () => {
    for (const folder of ['', 'pt-BR/']) {
      const html = page(`${folder}ch00-first/old.html`)
      assert.match(html, /refresh" content="0; URL=section\.html#a-section"/)
    }
    const { status, output } = await book.run('lint/links.js')
    assert.equal(status, 0, output)
  })

  test('leads links to a chapter’s first page where mdBook puts it', () => {
    const html = page('ch00-first/section.html')
    assert.match(html, /href="index\.html">Back/)
    assert.match(html, /href="\.\.\/ch01-second\/index\.html#second">on/)
  })

  test('shows a page that is not translated in English, and says so', () => {
    const html = page('pt-BR/ch00-first/section.html')
    assert.match(html, /class="l10n-banner"/)
    assert.match(html, /<div lang="en">/)
    assert.doesNotMatch(
      page('pt-BR/ch00-first/index.html'),
      /class="l10n-banner"/,
    )
  })

  test('translates the interface, admonitions too', () => {
    const html = page('pt-BR/ch00-first/index.html')
    assert.match(html, /<\/svg>Nota<\/p>/)
    assert.match(html, />Automático</)
    assert.match(page('ch00-first/index.html'), /<\/svg>Note<\/p>/)
  })

  test('marks a listing against the chapter before', () => {
    const html = page('ch01-second/index.html')
    assert.match(html, /class="line removed">.*'one'/)
    assert.match(html, /class="line added">.*'two'/)
    assert.match(html, /class="line context">.*same/)
  })

  test('takes each line away once, however many listings stand beside it', () => {
    const html = page('ch01-second/index.html')
    const removed = html.match(/<span class="line removed">.*/g) ?? []
    const gone = removed.filter((line) => line.includes('gone'))
    assert.equal(gone.length, 1)
  })

  test('names a line that a listing goes below as one piece of code', () => {
    const html = page('ch01-second/index.html')
    assert.match(html, /Below the line <code>first\(1, 2\)<\/code></)
  })

  test('calls no piece of a new file its beginning when another goes above', () => {
    const html = page('ch01-second/index.html')
    assert.match(
      html,
      /upside\.js<\/a> [^\n]*>New file, of which this is the first piece;/,
    )
    assert.match(html, /upside\.js<\/a> [^\n]*>At the beginning of the file</)
  })

  test('draws a chart with its data as a table and those not run named', () => {
    const html = page('ch00-first/index.html')
    assert.match(html, /<svg role="img"[^>]*aria-labelledby/)
    assert.ok(html.indexOf('>Fast<') < html.indexOf('>Slow<'), 'best first')
    assert.match(html, /Gone: not run: no cargo here/)
    assert.match(html, /<td>12,500<\/td><td>12,000 – 13,000<\/td>/)
  })

  test('says the words of the harness in English', () => {
    assert.match(
      flat(page('pt-BR/ch00-first/index.html')),
      /não executado: <span lang="en">no cargo here</,
    )
  })

  test('says once per page what to doubt, in the words of its reader', () => {
    const html = flat(page('ch00-first/index.html'))
    assert.equal(html.split('class="doubts"').length, 2, 'one chart, one table')
    assert.ok(html.indexOf('class="results"') < html.indexOf('class="doubts"'))
    assert.match(html, /Other programs were busy[^<]*: Fast \(1\.5 cores\)\.</)
    assert.match(html, /Fast \(Requests per second: 12%\)\.</)
    assert.doesNotMatch(html, /90%/, 'of a metric that the page does not show')
    assert.match(html, /do not all agree on which[^<]*: Fast and Slow\.</)
    assert.match(
      flat(page('pt-BR/ch00-first/index.html')),
      /Outros programas[^<]*: Fast \(1,5 núcleos\)\.</,
    )
  })

  test('says what a ratio in the text is, and how far its rounds go', () => {
    const html = flat(page('ch00-first/index.html'))
    const doubts =
      /<details class="doubts">.*?<\/details>/.exec(html)?.[0] ?? ''
    assert.match(doubts, /the median of those ratios/)
    assert.match(
      doubts,
      />Fast \(Requests per second\) by Slow \(Requests per second\): from 11\.0 to 14\.0</,
    )
    assert.match(
      flat(page('pt-BR/ch00-first/index.html')),
      /a mediana dessas razões.*: de 11,0 a 14,0</,
    )
  })

  test('draws several metrics of a result in one figure', () => {
    const html = flat(page('ch00-first/index.html'))
    const figure = /<figure class="chart">.*?<\/figure>/.exec(html)?.[0] ?? ''
    assert.equal(figure.split('<svg role="img"').length, 3)
    assert.match(figure, /<p class="chart-panel">CPU time per request<\/p><svg/)
    assert.ok(
      figure.lastIndexOf('>Fast<') < figure.lastIndexOf('>Slow<'),
      'less CPU time comes first',
    )
  })

  test('prints the median of the ratios of the rounds', () => {
    assert.match(page('ch00-first/index.html'), /In pairs: 12\.5 times/)
    assert.match(page('ch00-first/index.html'), /More: 11,500\./)
    assert.match(page('pt-BR/ch00-first/index.html'), /In pairs: 12,5 times/)
  })

  test('heads each metric with a short name, and tells the full one', () => {
    const html = flat(page('ch00-first/index.html'))
    const head = /<figure class="results">.*?<thead>(.*?)<\/thead>/.exec(html)
    assert.match(
      head?.[1] ?? '',
      /^<tr><th scope="col">Contender<\/th><th scope="col"><abbr title="Requests per second">Requests\/s<\/abbr><\/th><th scope="col"><abbr title="Latency, median">Latency p50<.*p99<\/abbr><\/th><\/tr>$/,
    )
  })

  test('keeps blank lines of a transcript, and tells commands from output', () => {
    assert.match(
      page('ch00-first/index.html'),
      /<span class="command">\$ curl.*<\/span>\n<span class="output">&gt; GET.*<\/span>\n<span class="output">hello<\/span>\n<span class="output"><\/span>/,
    )
  })

  test('numbers chapters as their code folders', () => {
    const toc = page('toc.html')
    assert.match(toc, /0\.<\/strong> First/)
    assert.match(toc, /0\.1\.<\/strong> A section/)
    assert.match(toc, /1\.<\/strong> Second/)
  })

  test('finds words in each language, without accents and in other forms', async () => {
    /** @type {[string, string, string[]][]} */
    const wanted = [
      ['', 'en', ['headings', 'a heading to link', 'answer']],
      ['pt-BR', 'pt-BR', ['requisicoes', 'requisição', 'conexao', 'Conexões']],
    ]
    for (const [folder, language, queries] of wanted) {
      const own = book.path(`book/html/${folder}`).replace(/\/$/, '')
      const ask = await openSearch(own, language)
      for (const query of queries) {
        const answer = await ask(query)
        const [first] = placesOf(answer, own)
        assert.equal(first, 'ch00-first/index.html#a-heading-to-link-to', query)
      }
      const { count } = await ask('zzzz yyyy')
      assert.equal(count, 0)
    }
    const files = readdirSync(book.path('book/html/search'))
    assert.ok(
      !files.some((name) => /-ui|worker|highlight/.test(name)),
      `${files}`,
    )
  })

  test('says where a page is, and what cannot be said without an address', () => {
    assert.match(built.output, /SITE_URL is not set, so these are left out/)
    const html = page('pt-BR/ch00-first/section.html')
    assert.match(html, /<title>A section · 00\. Primeiro · Node\.js é mais/)
    assert.match(html, /class="crumbs".*<li>Prólogo<\/li>.*00\. Primeiro<\/a>/)
    assert.match(html, /<meta property="og:title" content="A section · Prim/)
    assert.doesNotMatch(html, /canonical|og:image|feed\.xml/)
    assert.ok(!existsSync(book.path('book/html/sitemap.xml')))
  })

  test('has a page wait for one style sheet, and for widgets where it has some', () => {
    /** @param {string} file */
    const sheets = (file) =>
      [
        ...page(file).matchAll(
          /<link rel="stylesheet" href="([^"]+)"([^>]*)>/g,
        ),
      ].map(([, href, more]) => href + more)
    const plain = ['../css/book.css', '../css/print.css media="print"']
    for (const folder of ['', 'pt-BR/']) {
      assert.deepEqual(sheets(`${folder}ch00-first/section.html`), plain)
      assert.deepEqual(sheets(`${folder}ch00-first/widget.html`), [
        plain[0],
        '../css/widgets.css',
        plain[1],
      ])
      for (const name of ['book', 'widgets', 'print']) {
        assert.ok(page(`${folder}css/${name}.css`).length > 1000, name)
      }
      const [, font] = /url\("?(\.\.\/fonts\/source-serif[^")]+)"?\)/.exec(
        page(`${folder}css/book.css`),
      ) ?? ['', '']
      assert.ok(existsSync(book.path(`book/html/${folder}css/${font}`)), font)
      assert.doesNotMatch(
        readdirSync(book.path(`book/html/${folder}`)).join('\n'),
        /highlight|tomorrow|ayu|print/,
      )
    }
  })

  test('has the text a Tab away, and says the titles of the pages around it', () => {
    const english = page('ch00-first/section.html')
    assert.match(
      english,
      /<body>\s*<a class="skip-link" href="#mdbook-content">Skip to the text</,
    )
    assert.match(
      english,
      /class="turn previous"[^>]*><span>Previous page<\/span><span class="turn-title">First</,
    )
    assert.match(
      page('pt-BR/ch00-first/section.html'),
      /class="turn next"[^>]*><span>Próxima página<\/span><span class="turn-title">It’s a widget</,
    )
  })

  test('says from where on a page shows figures of another machine', () => {
    for (const [folder, words] of [
      ['', 'on another machine: Another CPU, 2 cores'],
      ['pt-BR/', 'em outra máquina: Another CPU, 2 núcleos'],
    ]) {
      const parts = page(`${folder}ch00-first/index.html`).split(
        '<p class="other-machine">',
      )
      assert.equal(parts.length, 2)
      assert.ok(parts[0].includes('A CPU') && parts[1].includes(words))
    }
  })

  test('says in every language that there is no page at an address', () => {
    for (const [file, base, own] of [
      ['404.html', '/', 'en'],
      ['pt-BR/404.html', '/pt-BR/', 'pt-BR'],
    ]) {
      const html = page(file)
      assert.match(html, new RegExp(`<base href="${base}">`))
      assert.match(html, new RegExp(`<title>${strings(own).notFound.title} · `))
      for (const code of ['en', 'pt-BR']) {
        assert.match(html, new RegExp(strings(code).notFound.title))
      }
      assert.match(html, /<ol start="0"><li><a href="ch00-first\/index\.html"/)
      const other = own === 'en' ? 'pt-BR/index.html' : '../index.html'
      assert.match(
        html,
        new RegExp(`class="language-switch"[^>]* href="${other}"`),
      )
    }
  })

  test('folds the contents by part', () => {
    const part = /<details open data-part="1"><summary>Part I · From bytes/
    assert.match(page('toc.html'), part)
    const name = /src="\.\.\/(toc-[^"]+\.js)"/.exec(
      page('ch00-first/index.html'),
    )
    assert.match(page(name?.[1] ?? ''), part)
  })

  test('with an address, says it to those who are elsewhere', (t) => {
    book.write('src/SUMMARY.md', `${summary}\n---\n\n[News](changelog.md)\n`)
    book.write('src/changelog.md', '# News\n\n## 2026-01-02: A door\n\nOpen.\n')
    book.write('results/local/ch00-x.json', JSON.stringify(result))
    process.env.SITE_URL = 'https://a.example/b'
    t.after(() => {
      delete process.env.SITE_URL
    })
    const { status, output } = book.build()
    assert.equal(status, 0, output)
    assert.doesNotMatch(output, /are left out/)
    assert.match(
      page('pt-BR/ch00-first/index.html'),
      /rel="canonical" href="https:\/\/a\.example\/b\/pt-BR\/ch00-first\/index\.html"/,
    )
    assert.match(
      page('sitemap.xml'),
      /<loc>https:\/\/a\.example\/b\/ch01-second\/index\.html<\/loc>/,
    )
    assert.doesNotMatch(page('ch00-first/index.html'), /On your machine/)
    assert.match(page('feed.xml'), /<title>A door<\/title>/)
    assert.match(page('changelog.html'), /class="feed"><a href="feed\.xml"/)
    const picture = /og:image" content="https:\/\/a\.example\/b\/([^"]+)"/
    const [, card = ''] = picture.exec(page('index.html')) ?? []
    assert.equal(card, 'card-en.png')
    assert.ok(existsSync(book.path(`book/html/${card}`)), card)
  })

  test('is made again of what has changed', () => {
    const appendix = '\n# Appendix\n\n- [How](how-we-measure.md)\n'
    book.write('src/SUMMARY.md', summary + appendix)
    const chart = '# How\n\n{{#chart ch00-x metric=rps}}\n'
    book.write('src/how-we-measure.md', chart)
    const local = { ...result, machine: { cpu: 'Your CPU' } }
    book.write('results/local/ch00-x.json', JSON.stringify(local))
    const changed = first.replace('> Noted.', '> Noted, and changed.')
    book.write('src/ch00-first/README.md', changed)
    const { status, output } = book.build()
    assert.equal(status, 0, output)
  })

  test('leads from each chart to how it was measured', () => {
    const link = /class="chart-method"><a href="\.\.\/how-we-measure\.html">/
    assert.match(page('ch00-first/index.html'), link)
    assert.match(page('pt-BR/ch00-first/index.html'), link)
    assert.doesNotMatch(page('how-we-measure.html'), /chart-method/)
  })

  test('shows a reader’s own run beside the published one', () => {
    assert.match(page('ch00-first/index.html'), /On your machine: Your CPU/)
  })

  test('says which sections of a translation are behind', () => {
    assert.match(
      page('pt-BR/ch00-first/index.html'),
      /class="l10n-banner"[^<]*Requisições e conexões/,
    )
  })
})

describe('a book that is broken does not build, and says where', () => {
  /** @type {[string, string, RegExp][]} */
  const cases = [
    [
      'a symbol that is not there',
      '{{#listing server.js#answers}}',
      /code\/ch00\/server\.js has no "answers"; did you mean "answer"\? It has: answer, same/,
    ],
    [
      'a file that is not there',
      '{{#listing sever.js}}',
      /there is no file code\/ch00\/sever\.js/,
    ],
    [
      'a result that is not there',
      'We got {{#number ch00-gone fast.rps}}.',
      /no results\/ch00-gone\.json; make it: npm run bench/,
    ],
    [
      'a metric of a contender that was not run',
      'We got {{#number ch00-x gone.rps}}.',
      /gone is skipped \(no cargo here\)/,
    ],
    [
      'a claim that the rounds do not bear out',
      'Ahead by {{#paired ch00-x fast.rps / slow.rps certain}}.',
      /the 3 rounds do not settle which is more: from 11\.0 to 14\.0/,
    ],
    [
      'a directive that there is not',
      '{{#lisitng server.js}}',
      /unknown directive; expected one of listing/,
    ],
    [
      'an exercise that is not there',
      '{{#exercise 09-nothing}}',
      /there is no code\/ch00\/exercises\/09-nothing\/exercise\.js/,
    ],
    [
      'a quiz that is not there',
      '{{#quiz}}',
      /there is no ch00-first\/quiz\.json/,
    ],
  ]
  const build = brokenPage(
    files(),
    'src/ch00-first/section.md',
    cases.map(([, line]) => line),
    { after },
  )
  for (const [i, [what, , message]] of cases.entries()) {
    test(what, () => assert.match(build()[i], message))
  }
})
