import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import test from 'node:test'
import { checkSite } from './links.js'

/**
 * @param {Record<string, string>} files
 * @param {import('node:test').TestContext} t
 * @returns {string[]} the problems as they are printed
 */
function check(files, t) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'site-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  return checkSite(folder).problems.map(
    ({ file, line, message }) => `${file}:${line}: ${message}`,
  )
}

const target = '<h1 id="título">T</h1><a name="old"></a>'

test('links to files and ids that are there pass, in every language', (t) => {
  const problems = check(
    {
      'index.html': `<link rel="stylesheet" href="css/a.css?v=1">
        <a href="pt-BR/index.html#t%C3%ADtulo">a</a> <a href="pt-BR/">b</a>
        <a href="#here" id="here">c</a> <a href="">d</a> <a href="#">e</a>
        <a href="pt-BR/index.html#old">f</a>
        <img src="data:image/png;base64,AA" alt="">
        <a href="https://nodejs.org/api/">g</a> <a href="mailto:a@b.org">h</a>`,
      'css/a.css': '',
      'pt-BR/index.html': `${target}<a href="../index.html#here">a</a>`,
      '404.html': '<base href="/book/"><a href="pt-BR/index.html">a</a>',
      'pt-BR/404.html': '<base href="/book/pt-BR/"><a href="index.html">a</a>',
    },
    t,
  )
  assert.deepEqual(problems, [])
})

/** @type {[string, string, RegExp][]} */
const cases = [
  [
    'a dead link',
    '<p>\n<a href="gone.html">a</a>',
    /^index\.html:2: <a> leads to "gone\.html": there is no file gone\.html$/,
  ],
  [
    'a dead fragment of another page',
    '<a href="pt-BR/index.html#titulo">a</a>',
    /^index\.html:1: .*: pt-BR\/index\.html has no id "titulo"$/,
  ],
  ['a dead fragment', '<a href="#x">a</a>', /: this page has no id "x"$/],
  ['a missing script', '<script src="a.js"></script>', /no file a\.js$/],
  [
    'a missing picture of a set',
    '<img alt="" srcset="a.png 1x, b.png 2x">',
    /no file a\.png/,
  ],
  ['an absolute path', '<a href="/pt-BR/">a</a>', /make it relative$/],
  ['a way out of the site', '<a href="../x">a</a>', /leads out of the site$/],
  [
    'an id that stands twice',
    '<i id="a"></i><b id="a"></b>',
    /id "a" stands twice/,
  ],
  ['an image without alt', '<img src="data:,">', /has no alt; describe it/],
  ['a malformed address', '<a href="https://">a</a>', /not a valid address$/],
  [
    'a host without a name',
    '<a href="https://x/">a</a>',
    /not the name of a host/,
  ],
  ['a script in a link', '<a href="javascript:0">a</a>', /neither https: nor/],
  ['a malformed escape', '<a href="a%zz">a</a>', /malformed percent-escape$/],
  [
    'a dead link that only shows without scripts',
    '<noscript><iframe src="toc.html"></iframe></noscript>',
    /<iframe> leads to "toc\.html"/,
  ],
]

test('a page with the base of another folder is found', (t) => {
  const problems = check(
    {
      'pt-BR/index.html': '',
      'pt-BR/404.html': '<base href="/"><a href="index.html">a</a>',
    },
    t,
  )
  assert.match(problems[0] ?? 'no problem', /there is no file index\.html/)
})

for (const [name, html, message] of cases) {
  test(`${name} is found`, (t) => {
    const files = { 'index.html': html, 'pt-BR/index.html': target }
    const problems = check(files, t)
    assert.match(problems[0] ?? 'no problem', message)
  })
}

test('a folder without pages says to build the book', (t) => {
  assert.match(check({ 'a.txt': '' }, t)[0], /build the book first/)
})
