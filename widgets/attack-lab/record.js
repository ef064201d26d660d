#!/usr/bin/env node
/**
 * Runs the eight attacks against the shop with the holes and the one in which
 * they are closed, and writes down what was said, for the page:
 *
 *     node widgets/attack-lab/record.js
 *
 * With `--print`, it prints that instead. It takes a Node that runs the book's
 * code.
 */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from '../../code/ch18/lib/index.js'
import { askerOf, attacks } from '../../code/ch18/steps/02-attack.js'
import { isMain } from '../../tools/lint/problems.js'
import { SHOPS } from './model.js'

/** @import { Exchange, Recording } from './model.js' */

/** Fields that the attacks, or the answers to them, are about. */
const FIELDS = new Set([
  ...['content-type', 'cookie', 'forwarded', 'origin', 'sec-fetch-site'],
  ...['x-forwarded-for', 'set-cookie', 'retry-after'],
  ...['access-control-allow-origin', 'access-control-allow-credentials'],
])
/** What only a page obeys. */
const OF_PAGES = 'content-security-policy'

const FORM = 'application/x-www-form-urlencoded'

/** @param {Headers} headers */
const linesOf = (headers) =>
  [...headers]
    .filter(([name]) =>
      name === OF_PAGES
        ? headers.get('content-type')?.startsWith('text/html')
        : FIELDS.has(name),
    )
    .map(([name, value]) => `${name}: ${value}`)

/**
 * What is random in a text, such as the id of a session, gets the same name in
 * every run.
 *
 * @param {string} text
 * @param {string[]} known those that have a name already
 */
function withNames(text, known) {
  return text.replace(/(?<==(?:\d+\.)?|nonce-)[\w-]{22,}/g, (one) => {
    if (!known.includes(one)) known.push(one)
    return `random-${known.indexOf(one) + 1}`
  })
}

/**
 * @param {string} url
 * @param {any} init as the console sets it
 * @param {string[]} known
 * @returns {Promise<{ response: Response, exchange: Exchange }>}
 */
async function exchange(url, init, known) {
  const response = await realFetch(url, init)
  const { method, headers, body } = init
  const sent = new Headers(headers)
  if (body instanceof URLSearchParams) sent.set('content-type', FORM)
  const { status, statusText } = response
  const text = await response.clone().text()
  const request = [
    `${method} ${new URL(url).pathname} HTTP/1.1`,
    ...linesOf(sent),
    ...(body ? ['', String(body)] : []),
  ]
  const answer = [
    `HTTP/1.1 ${status} ${statusText}`,
    ...linesOf(response.headers),
    '',
    text,
  ]
  const [asked, answered] = [request, answer].map((lines) =>
    withNames(lines.join('\n'), known),
  )
  return { response, exchange: { request: asked, status, answer: answered } }
}

const realFetch = globalThis.fetch

/**
 * @param {string} file of a shop
 * @param {number} index of an attack, which gets a shop of its own
 * @returns {Promise<Recording>}
 */
async function recordOne(file, index) {
  const url = new URL(
    `../../code/ch18/${file}?attack=${index}`,
    import.meta.url,
  )
  const { shop } = await import(url.href)
  const server = createServer(shop).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  /** @type {Exchange[]} */
  const exchanges = []
  /** @type {string[]} */
  const known = []
  const [, works] = attacks[index]
  try {
    globalThis.fetch = async (target, init) => {
      const one = await exchange(String(target), init, known)
      exchanges.push(one.exchange)
      return one.response
    }
    const isOpen = await works(askerOf(`http://127.0.0.1:${port}`))
    const count = exchanges.length
    // Of many guesses, the first and the last are enough.
    if (count > 4) exchanges.splice(1, count - 2)
    return { isOpen, count, exchanges }
  } finally {
    globalThis.fetch = realFetch
    server.close()
    server.closeAllConnections()
  }
}

/** @returns {Promise<Record<keyof typeof SHOPS, Recording[]>>} */
async function record() {
  /** @type {Record<string, Recording[]>} */
  const all = {}
  for (const [name, file] of Object.entries(SHOPS)) {
    all[name] = []
    for (const index of attacks.keys()) {
      all[name].push(await recordOne(file, index))
    }
  }
  return /** @type {any} */ (all)
}

if (isMain(import.meta.url)) {
  const text = `${JSON.stringify(await record(), null, 2)}\n`
  if (process.argv.includes('--print')) process.stdout.write(text)
  else writeFileSync(new URL('recorded.json', import.meta.url), text)
}
