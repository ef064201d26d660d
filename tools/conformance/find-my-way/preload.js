/**
 * Loaded before each of find-my-way's test files: what they take for
 * find-my-way is the adapter. A test that asked for something which the
 * router does not have fails, even if the refusal is what it wanted to see,
 * and so does one that never reaches the router.
 */
import { registerHooks } from 'node:module'
import path from 'node:path'
import { afterEach } from 'node:test'
import { fileURLToPath } from 'node:url'
import { missing, used } from './adapter.js'

const adapter = new URL('adapter.js', import.meta.url).href
const internals = new URL('internals.js', import.meta.url).href
const tests = `${path.sep}${path.join('find-my-way', 'test')}${path.sep}`

registerHooks({
  resolve(specifier, context, next) {
    const from = context.parentURL ?? ''
    const isTest =
      from.startsWith('file:') && fileURLToPath(from).includes(tests)
    if (!isTest) return next(specifier, context)
    if (/^(\.\.\/?)+$/.test(specifier)) {
      return { url: adapter, shortCircuit: true }
    }
    // A list of the names that methods have is no part of a router.
    if (specifier.endsWith('/lib/http-methods')) return next(specifier, context)
    if (specifier.startsWith('.') || ['rfdc', 'proxyquire'].includes(specifier))
      return { url: internals, shortCircuit: true }
    return next(specifier, context)
  },
})

afterEach(() => {
  const names = [...missing].join(', ')
  const { router } = used
  missing.clear()
  used.router = false
  if (names) throw new Error(`not part of Velocy's router: ${names}`)
  if (!router) throw new Error('the router had nothing to do in this test')
})
