import {
  closedSilently,
  example,
  head,
  refused,
  refusedLast,
  second,
  seen,
  shown,
} from './words.js'

/** @import { Case } from './words.js' */

/** @param {string} target @param {string} [host] */
const asked = (target, host = 'a') =>
  head(`GET ${target} HTTP/1.1`, `Host: ${host}`)

const validTargets = [
  '/',
  '/a/b',
  '/a?b=c',
  '/?',
  '/a?b?c/d',
  '/a;b=c',
  '/a:b@c',
  '//',
  '//a/b',
  '/%20',
  '/%C3%A9',
  '/a//b',
  '/a/./b',
  '/a/../b',
  '/.',
  '/..',
  "/-._~!$&'()*+,;=:@",
  '/a?%00',
  '/http://b/',
  '/0',
]

/** What no URI has in its path or query: RFC 3986. */
const invalidCharacters = [...'"<>\\^`{|}[]\x01\x1f\x7f\x80\xe9\xff']

const invalidTargets = ['index.html', '?a', 'a/b', '@a/', ':80/', '%2F', '.']

const connects = [
  ['no port', 'a'],
  ['an empty port', 'a:'],
  ['a port that is no number', 'a:http'],
  ['a port below zero', 'a:-1'],
  ['a port that is too great', 'a:99999'],
  ['port 0', 'a:0'],
  ['a path', '/x'],
  ['a URI', 'http://a/x'],
  ['an asterisk', '*'],
]

/** @type {Case[]} */
export const targets = [
  ...validTargets.map((target) =>
    example(
      `the target ${target}`,
      'target-origin',
      asked(target),
      seen({ method: 'GET', target }),
    ),
  ),
  ...invalidCharacters.map((character) =>
    example(
      `${shown(character)} in a path`,
      'request-line',
      asked(`/a${character}b`),
      refusedLast(400, 301),
    ),
  ),
  ...['"', '<', '\\', '\x01', '\x7f', '\xe9'].map((character) =>
    example(
      `${shown(character)} in a query`,
      'request-line',
      asked(`/?a${character}b`),
      refusedLast(400, 301),
    ),
  ),
  ...['/%', '/%zz', '/%2', '/?%', '/%u0041'].map((target) =>
    example(
      `half an escape: ${target}`,
      'request-line',
      asked(target),
      refused(400),
    ),
  ),
  ...['/a#b', '/#', '#', '/a?b#c'].map((target) =>
    example(
      `a fragment: ${target}`,
      'request-line',
      asked(target),
      refusedLast(400, 301),
    ),
  ),
  ...invalidTargets.map((target) =>
    example(
      `a target without form: ${target}`,
      'request-line',
      asked(target),
      refusedLast(400),
    ),
  ),
  ...[
    ['http://a/x', 'a'],
    ['http://a/', 'a'],
    ['http://a', 'a'],
    ['http://a?b', 'a'],
    ['http://a:80/x', 'a:80'],
    ['http://[::1]:80/x', '[::1]:80'],
    ['HTTP://A/x', 'A'],
    ['https://a/x', 'a'],
  ].map(([target, host]) =>
    example(
      `the absolute form ${target}`,
      'target-absolute',
      asked(target, host),
      seen({ method: 'GET' }),
      ...(target.startsWith('https') ? [refused(400, 421)] : []),
    ),
  ),
  example(
    'the absolute form with another Host',
    'target-absolute-host',
    asked('http://a/x', 'b'),
    seen({ method: 'GET' }),
  ),
  example(
    'the absolute form without Host',
    'host',
    head('GET http://a/x HTTP/1.1'),
    refused(400),
  ),
  example(
    'the absolute form with an empty Host',
    'target-absolute-host',
    asked('http://a/x', ''),
    seen({ method: 'GET' }),
    refused(400),
  ),
  ...['http:///x', 'http://', 'http://:80/x'].map((target) =>
    example(
      `a URI without host: ${target}`,
      'uri-empty-host',
      asked(target, ''),
      refused(400),
    ),
  ),
  ...['http://u@a/x', 'http://u:p@a/x', 'http://a@/'].map((target) =>
    example(
      `a user in a URI: ${target}`,
      'uri-userinfo',
      asked(target),
      refused(400),
    ),
  ),
  ...[
    'http:/a',
    'http:a',
    'http//a/',
    '://a/',
    '1http://a/',
    'http://a b/',
  ].map((target) =>
    example(
      `a URI that is none: ${target}`,
      'request-line',
      asked(target),
      refusedLast(400, 505),
    ),
  ),
  ...['http://a:b/', 'http://[::1/', 'http://a%/', 'http://a\\b/'].map(
    (target) =>
      example(
        `a URI of an invalid authority: ${target}`,
        'request-line',
        asked(target),
        refusedLast(400),
      ),
  ),
  example(
    'another scheme',
    'request-line',
    asked('ftp://a/x'),
    refused(400, 421),
    seen({ method: 'GET' }),
  ),
  ...['a:80', 'a', '[::1]:80'].map((target) =>
    example(
      `the authority form with GET: ${target}`,
      'target-authority',
      asked(target),
      refusedLast(400),
    ),
  ),
  ...connects.map(([name, target]) => ({
    ...example(
      `CONNECT to ${name}`,
      'connect',
      head(`CONNECT ${target} HTTP/1.1`, 'Host: a'),
      refused(400, 403, 404, 405, 501),
      closedSilently,
    ),
    methods: ['CONNECT'],
  })),
  {
    ...example(
      'CONNECT where nothing tunnels leaves no tunnel',
      'connect',
      head('CONNECT a:80 HTTP/1.1', 'Host: a:80'),
      refused(400, 403, 404, 405, 501),
      closedSilently,
    ),
    methods: ['CONNECT'],
  },
  example(
    'OPTIONS *',
    'target-asterisk',
    head('OPTIONS * HTTP/1.1', 'Host: a') + second,
    seen({ target: '*' }, { target: '/second' }),
    {
      answers: [{ status: [200, 204, 400, 404, 405, 501] }, { status: [200] }],
      end: 'told',
    },
  ),
  ...['GET', 'POST', 'DELETE'].map((method) =>
    example(
      `${method} *`,
      'target-asterisk',
      head(`${method} * HTTP/1.1`, 'Host: a', 'Content-Length: 0'),
      refused(400),
    ),
  ),
  example(
    'OPTIONS ** is no asterisk',
    'request-line',
    head('OPTIONS ** HTTP/1.1', 'Host: a'),
    refusedLast(400),
  ),
  example(
    'a target of 8000 bytes',
    'request-line-length',
    asked(`/${'a'.repeat(7970)}`),
    seen({ method: 'GET' }),
  ),
  ...[70_000, 300_000].map((size) => ({
    ...example(
      `a target of ${size} bytes`,
      'target-length',
      asked(`/${'a'.repeat(size)}`),
      refused(414),
      seen({ method: 'GET' }),
    ),
    cuts: /** @type {import('../exchange.js').Cut[]} */ (['whole']),
  })),
]
