/** Requests to try, as text. */

/** @param {string} line @param {string} [more] */
const ask = (line, more = '') => `${line} HTTP/1.1\nHost: localhost\n${more}\n`

/** @type {Record<string, string>} */
const texts = {
  get: ask('GET /hello'),
  head: ask('HEAD /hello'),
  options: ask('OPTIONS /hello'),
  optionsAll: ask('OPTIONS *'),
  notAllowed: ask('PUT /hello'),
  notFound: ask('GET /nowhere'),
  parameter: ask('GET /bench/ana?id=10'),
  emptySegment: ask('GET /bench/'),
  twoSegments: ask('GET /bench/a/b'),
  almost: ask('GET /hel'),
  escapes: ask('GET /bench/jo%C3%A3o'),
  escapedSlash: ask('GET /bench/a%2Fb'),
  normalForm: ask('GET /%68ello'),
  badEscape: ask('GET /bench/%E0%A4'),
  query: ask('GET /bench/x?id=1&__proto__=2&tag=a&tag=b'),
  absolute: ask('GET http://localhost/hello?a=1'),
  echo: `${ask('POST /echo', 'Content-Type: text/plain\nContent-Length: 4\n')}body`,
  expect: `${ask('POST /echo', 'Expect: 100-continue\nContent-Length: 4\n')}body`,
  tooLarge: ask(
    'POST /echo',
    'Expect: 100-continue\nContent-Length: 2000000\n',
  ),
  coding: `${ask('POST /echo', 'Content-Encoding: compress\nContent-Length: 4\n')}body`,
  negotiated: ask(
    'GET /greeting',
    'Accept: application/json\nAccept-Language: pt-BR\n',
  ),
  notModified: ask('GET /greeting', 'If-None-Match: *\n'),
  notAcceptable: ask('GET /greeting', 'Accept: image/png\n'),
  two: ask('GET /hey') + ask('GET /hell', 'Connection: close\n'),
  badLine: ask('GET /hello world'),
  noHost: 'GET /hello HTTP/1.1\n\n',
}

/** @type {Record<string, string>} the names of those that are offered */
const chapters = {
  ch06: 'get head options notAllowed notFound parameter echo two badLine noHost',
  ch07: 'parameter head notAllowed emptySegment twoSegments optionsAll escapes badEscape echo badLine',
  ch08: 'query escapes escapedSlash normalForm badEscape absolute parameter notAllowed echo badLine',
  ch09: 'parameter get almost normalForm badEscape query notAllowed optionsAll echo badLine',
  ch10: 'parameter get echo expect tooLarge coding negotiated notModified notAcceptable notAllowed',
}

/**
 * @param {string} chapter `ch07`
 * @returns {{ name: string, text: string }[]}
 */
export function presetsOf(chapter) {
  const names = chapters[chapter]?.split(' ') ?? Object.keys(texts)
  return names.map((name) => ({
    name,
    text: texts[name],
  }))
}
