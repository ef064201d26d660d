// @nightly
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import {
  bookMachinery,
  smallBook,
  temporaryProject,
} from '../testing/temporary-project.js'

const svg = `<svg viewBox="0 0 300 100" xmlns="http://www.w3.org/2000/svg">
  <g class="fit">
    <rect class="box accent" x="5" y="5" width="120" height="30"/>
    <text class="text middle" x="65" y="24">{table}</text>
  </g>
  <path class="arrow muted" d="M 130 20 H 200"/>
  <text class="code small" x="205" y="24">pages['x'] &lt; 2</text>
</svg>
`

const strings = {
  table: {
    caption: 'It doesn\'t ask. A `Map<K>` is "deaf".',
    alt: 'A box, and an arrow out of it.',
    labels: { table: 'the table' },
  },
}

const portuguese = {
  ...strings,
  table: {
    caption: 'Não pergunta.',
    alt: 'Uma caixa.',
    labels: { table: 'a tabela' },
  },
}

const folder = 'src/ch01-bytes/figures'
const page = '# Bytes\n\n{{#figure table}}\n'

/** @param {Record<string, string>} [more] */
const files = (more = {}) => ({
  ...smallBook,
  'src/ch01-bytes/README.md': page,
  [`${folder}/table.svg`]: svg,
  [`${folder}/strings.json`]: JSON.stringify(strings),
  'translations/pt-BR/language.json': JSON.stringify({
    code: 'pt-BR',
    name: 'Português',
    dir: 'ltr',
  }),
  'translations/pt-BR/ch01-bytes/README.md': page,
  'translations/pt-BR/ch01-bytes/figures/strings.json':
    JSON.stringify(portuguese),
  ...more,
})

describe('a page with figures', () => {
  const book = temporaryProject(files(), { after }, bookMachinery)
  /** @param {string} language @param {string} name */
  const figure = (language, name) => {
    const html = book.read(`book/html/${language}ch01-bytes/index.html`)
    const element = new RegExp(
      `<figure class="drawing" id="figure-${name}".*?</figure>`,
      's',
    )
    return element.exec(html)?.[0].replace(/\s*\n\s*/g, '') ?? ''
  }

  test('has them, in each language', () => {
    const { status, output } = book.build()
    assert.equal(status, 0, output)
    assert.match(
      figure('', 'table'),
      /^<figure class="drawing" id="figure-table" aria-labelledby="figure-table-caption"><svg role="img" aria-labelledby="figure-table-alt" viewBox="0 0 300 100" width="390" height="130"><desc id="figure-table-alt">A box, and an arrow out of it\.<\/desc>/i,
    )
    assert.match(figure('', 'table'), />the table</)
    assert.match(figure('pt-BR/', 'table'), />a tabela</)
    assert.match(figure('pt-BR/', 'table'), /<desc[^>]*>Uma caixa\.</)
  })

  test('keeps code as it is, and sets marks as the prose does', () => {
    assert.match(figure('', 'table'), />pages\['x'\] &lt; 2</)
    assert.match(
      figure('', 'table'),
      /<figcaption[^>]*>It doesn’t ask\. A <code>Map&lt;K&gt;<\/code> is “deaf”\.</,
    )
  })

  test('gives arrows a head of their own colour', () => {
    assert.match(
      figure('', 'table'),
      /<defs><marker id="figure-table-head-muted" class="head muted".*marker-end="url\(#figure-table-head-muted\)"/,
    )
  })
})

test('a page says what is wrong with its figures, and where', (t) => {
  /** @type {Record<string, unknown>} */
  const broken = {
    ...strings,
    mute: { caption: 'A caption.', labels: {} },
    spare: { ...strings.table, labels: { table: 'x', chair: 'y' } },
  }
  const names = ['tabel', 'wordless', 'mute', 'spare', 'red', 'red x']
  const wanted = [
    /src\/ch01-bytes\/README\.md:3: \{\{#figure tabel\}\}: there is no src\/ch01-bytes\/figures\/tabel\.svg; there are: /,
    /README\.md:5: .*figures\/strings\.json: got "wordless": undefined, expected "wordless": \{ "caption"/,
    /README\.md:7: .*figures\/strings\.json: got "mute": \{"caption":"A caption/,
    /README\.md:9: .*figures\/spare\.svg has the labels table, .* have chair, table for "spare"/,
    /README\.md:11: .*figures\/red\.svg:3: got <rect class="box accent" .*fill="red"/,
    /README\.md:13: \{\{#figure red x\}\}: expected \{\{#figure NAME\}\}/,
  ]
  const more = {
    'src/ch01-bytes/README.md': `# Bytes\n\n${names.map((name) => `{{#figure ${name}}}\n\n`).join('')}`,
    [`${folder}/wordless.svg`]: svg,
    [`${folder}/mute.svg`]: svg,
    [`${folder}/spare.svg`]: svg,
    [`${folder}/red.svg`]: svg.replace(' width', ' fill="red" width'),
    [`${folder}/strings.json`]: JSON.stringify({
      ...broken,
      red: strings.table,
    }),
  }
  const book = temporaryProject(files(more), t, ['book.toml'])
  const { status, output } = book.build()
  assert.notEqual(status, 0, output)
  for (const message of wanted) assert.match(output, message)
})
