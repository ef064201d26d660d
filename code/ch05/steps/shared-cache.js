import { preferredLanguage } from '../lib/http/negotiation.js'

const GREETINGS = new Map([
  ['en', 'Hello'],
  ['pt-BR', 'Olá'],
])
const LANGUAGES = [...GREETINGS.keys()]

/** @param {string} accepted what a client sends as Accept-Language */
const askServer = (accepted) =>
  GREETINGS.get(preferredLanguage(accepted, LANGUAGES) ?? 'en')

/** @param {(accepted: string) => string} keyOf what the cache looks under */
function visit(keyOf) {
  const cache = new Map()
  for (const accepted of ['en', 'pt', 'pt', 'pt-BR']) {
    const key = keyOf(accepted)
    const from = cache.has(key) ? 'cache' : 'server'
    if (from === 'server') cache.set(key, askServer(accepted))
    console.log(accepted.padEnd(6), cache.get(key).padEnd(6), from)
  }
}

console.log('By the URL:')
visit(() => '/greeting')
console.log('By the URL and Accept-Language:')
visit((accepted) => `/greeting ${accepted}`)
