/**
 * Asks a shop, as a browser or a script would.
 *
 * @typedef {object} Question
 * @property {Record<string, string>} [form]
 * @property {unknown} [json]
 * @property {Record<string, string>} [headers]
 * @property {string} [cookie]
 */
/** @typedef {ReturnType<typeof askerOf>} Ask */

/** @param {string} shop its address */
export function askerOf(shop) {
  /** @param {string} path @param {Question} [question] */
  return async (path, { form, json, headers = {}, cookie } = {}) => {
    const isJson = json !== undefined
    const body = form ? new URLSearchParams(form) : JSON.stringify(json)
    const response = await fetch(shop + path, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        ...(isJson && { 'content-type': 'application/json' }),
        ...(cookie && { cookie }),
        ...headers,
      },
      body,
    })
    const { status, headers: fields } = response
    const cookies = fields.getSetCookie().map((line) => line.split(';')[0])
    const text = await response.text()
    const ok = status < 400
    return { ok, status, fields, text, cookie: cookies.join('; ') }
  }
}

const AINO = { name: 'aino', password: 'teapot' }
const EERO = { name: 'eero', password: 'skateboard' }

/** @param {Ask} ask @param {typeof AINO} form @param {string} [cookie] */
async function login(ask, form, cookie) {
  const answer = await ask('/login', { form, cookie })
  if (answer.ok) return answer
  throw new Error(`${form.name} can't log in: ${answer.text}`)
}

/** Each tells whether it has worked. @type {[string, (ask: Ask) => any][]} */
export const attacks = [
  ['An order for minus three mugs, or at a price of my own', badOrder],
  ['A cookie that makes a 10% discount 100%', forgedCookie],
  ['A session that was mine before it was hers', plantedSession],
  ['A session that outlives a new password', stolenSession],
  ['A form, and a script, on my own site', otherSite],
  ['A review that is a script', script],
  ['A header that says I am inside', forgedAddress],
  ['Guessing passwords until one fits', guesses],
]

/** @param {Ask} ask */
async function badOrder(ask) {
  const minus = await ask('/orders', { json: { item: 'mug', quantity: -3 } })
  const json = { item: 'mug', quantity: 1, price: 0.01 }
  const cheap = await ask('/orders', { json })
  return minus.ok || cheap.ok
}

/** @param {Ask} ask */
async function forgedCookie(ask) {
  const given = await ask('/newsletter', { form: {} })
  const cookie = given.cookie.replace('=10', '=100')
  const json = { item: 'mug', quantity: 1 }
  const { text } = await ask('/orders', { json, cookie })
  return JSON.parse(text).total === 0
}

/** @param {Ask} ask */
async function plantedSession(ask) {
  const { cookie } = await login(ask, EERO)
  await login(ask, AINO, cookie)
  const { text } = await ask('/me', { cookie })
  return text.includes(AINO.name)
}

/** @param {Ask} ask */
async function stolenSession(ask) {
  const stolen = await login(ask, AINO)
  const { cookie } = await login(ask, AINO)
  const { password } = AINO
  await ask('/password', { form: { password }, cookie })
  const { ok } = await ask('/me', { cookie: stolen.cookie })
  return ok
}

/** @param {Ask} ask */
async function otherSite(ask) {
  const { cookie } = await login(ask, AINO)
  const origin = 'https://eero.example'
  const headers = { origin, 'sec-fetch-site': 'cross-site' }
  const read = await ask('/me', { headers, cookie })
  const form = { password: AINO.password }
  const sent = await ask('/password', { form, headers, cookie })
  return sent.ok || read.fields.get('access-control-allow-origin') === origin
}

/** @param {Ask} ask */
async function script(ask) {
  const { cookie } = await login(ask, EERO)
  const text = '<script>fetch("/me")</script>'
  await ask('/reviews', { form: { text }, cookie })
  const page = await ask('/reviews')
  return page.text.includes(text)
}

/** @param {Ask} ask */
async function forgedAddress(ask) {
  const headers = { 'x-forwarded-for': '10.0.0.1', forwarded: 'for=10.0.0.1' }
  const { ok } = await ask('/admin', { headers })
  return ok
}

/** @param {Ask} ask */
async function guesses(ask) {
  for (let pin = 0; pin < 100; pin++) {
    const password = String(pin).padStart(4, '0')
    const form = { name: 'otto', password }
    const { ok, status } = await ask('/login', { form })
    if (ok || status === 429) return ok
  }
  return false
}

if (import.meta.main) {
  const ask = askerOf(process.argv[2] ?? 'http://localhost:8080')
  for (const [index, [name, works]] of attacks.entries()) {
    const state = (await works(ask)) ? 'open' : 'closed'
    console.log(`${index + 1} ${name.padEnd(55)} ${state}`)
  }
}
