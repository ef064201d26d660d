import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { smallBook, temporaryProject } from '../testing/temporary-project.js'

/**
 * @param {Record<string, string>} site files of the built site
 * @param {Parameters<typeof temporaryProject>[1]} t
 * @param {Record<string, string>} [more] files of the project
 */
function check(site, t, more = {}) {
  const built = Object.entries(site).map(([name, text]) => [
    `book/html/${name}`,
    text,
  ])
  const files = { ...smallBook, ...more, ...Object.fromEntries(built) }
  return temporaryProject(files, t).run('lint/links.js')
}

const target = '<h1 id="título">T</h1>'

test('links to files and ids that are there pass, in every language', async (t) => {
  const { status, output } = await check(
    {
      'index.html': `<link rel="stylesheet" href="css/a.css?v=1">
        <a href="pt-BR/index.html#t%C3%ADtulo">a</a> <a href="pt-BR/">b</a>
        <a href="#here" id="here">c</a> <a href="">d</a> <a href="#">e</a>
        <script>'<a href="none.html">'</script><!-- <a href="no.html"> -->
        <img src="data:image/png;base64,AA" alt="">
        <a href="https://nodejs.org/api/">g</a> <a href="mailto:a@b.org">h</a>`,
      'css/a.css': '',
      'pt-BR/index.html': `${target}<a href="../index.html#here">a</a>`,
      '404.html': '<base href="/book/"><a href="pt-BR/index.html">a</a>',
      'pt-BR/404.html': '<base href="/book/pt-BR/"><a href="index.html">a</a>',
    },
    t,
  )
  assert.equal(status, 0, output)
  assert.match(output, /^links: 12 links on 4 pages lead somewhere$/m)
})

/** @type {[string, string, RegExp][]} */
const cases = [
  [
    'a dead link',
    '<p>\n<a href="gone.html">a</a>',
    /^book\/html\/\d+\.html:2: <a> leads to "gone\.html": there is no gone\.html$/,
  ],
  [
    'a dead fragment of another page',
    '<a href="pt-BR/index.html#titulo">a</a>',
    /^book\/html\/\d+\.html:1: .*: pt-BR\/index\.html has no id "titulo"$/,
  ],
  ['a dead fragment', '<a href="#x">a</a>', /: \d+\.html has no id "x"$/],
  ['a missing script', '<script src="a.js"></script>', /there is no a\.js$/],
  ['an absolute path', '<a href="/pt-BR/">a</a>', /make it relative$/],
  ['a way out of the site', '<a href="../x">a</a>', /leads out of the site$/],
  [
    'an id that two elements have',
    '<i id="a"></i><b id="a"></b>',
    /two elements have the id "a"/,
  ],
  ['a malformed address', '<a href="https://">a</a>', /expected https:/],
  [
    'an RFC of five digits',
    '<a href="https://www.rfc-editor.org/rfc/rfc99110">a</a>',
    /there is no RFC 99110$/,
  ],
  ['a host without a name', '<a href="https://x/">a</a>', /expected https:/],
  ['a script in a link', '<a href="javascript:0">a</a>', /expected https:/],
  ['a malformed escape', '<a href="a%zz">a</a>', /there is no a%zz$/],
  [
    'a dead link that only shows without scripts',
    '<noscript><iframe src="toc.html"></iframe></noscript>',
    /<iframe> leads to "toc\.html"/,
  ],
]

describe('of the links of a site', () => {
  const pages = cases.map(([, html], i) => [`${i}.html`, html])
  const site = { ...Object.fromEntries(pages), 'pt-BR/index.html': target }
  /** @type {import('../testing/temporary-project.js').Outcome} */
  let checked
  before(async () => {
    checked = await check(site, { after })
  })

  for (const [i, [name, , message]] of cases.entries()) {
    test(`${name} is found`, () => {
      const { status, output } = checked
      assert.equal(status, 1)
      const own = `book/html/${i}.html:`
      const found = output.split('\n').filter((line) => line.startsWith(own))
      assert.match(found.join('; '), message)
      assert.equal(found.length, 1)
    })
  }
})

test('a page with the base of another folder is found', async (t) => {
  const { output } = await check(
    {
      'pt-BR/index.html': '',
      'pt-BR/404.html': '<base href="/"><a href="index.html">a</a>',
    },
    t,
  )
  assert.match(output, /there is no index\.html/)
})

test('a dead link is named by the line of its Markdown page', async (t) => {
  const html =
    '<p>\n<a href="../gone.html#x">a</a> <a href="index.html#y">b</a>'
  const { output } = await check(
    { 'ch01-bytes/index.html': html, 'pt-BR/ch01-bytes/index.html': html },
    t,
    {
      'src/ch01-bytes/README.md':
        '# Bytes\n\nOne [b](README.md#y).\n\nTwo [a](../gone.md#x).\n',
      'translations/pt-BR/language.json':
        '{ "code": "pt-BR", "name": "Português", "dir": "ltr" }',
      'translations/pt-BR/ch01-bytes/README.md':
        '# Bytes\n\nDois [a](../gone.md#x).\n',
    },
  )
  for (const line of [
    'src/ch01-bytes/README.md:5: <a> leads to "../gone.html#x": there is no gone.html',
    'src/ch01-bytes/README.md:3: <a> leads to "index.html#y": ch01-bytes/index.html has no id "y"',
    'translations/pt-BR/ch01-bytes/README.md:3: <a> leads to "../gone.html#x": there is no pt-BR/gone.html',
  ]) {
    assert.ok(output.split('\n').includes(line), output)
  }
})

test('a folder without pages says to build the book', async (t) => {
  const { output } = await check({}, t)
  assert.match(output, /build the book first: mdbook build/)
})

test('a page that the site lacks is named', async (t) => {
  const project = temporaryProject(smallBook, t)
  const { status, output } = await project.run('lint/links.js', 'gone.html')
  assert.equal(status, 1)
  assert.match(output, /html\/gone\.html: the site has no such page; is it bui/)
})
