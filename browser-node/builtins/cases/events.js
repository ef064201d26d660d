/** @import { Case } from '../compare.fixture.js' */

/** @param {(EventEmitter: any, events: any) => unknown} run @returns {Case} */
const on = (run) =>
  Object.assign((/** @type {any} */ { events }) => run(events, events), {
    toString: () => String(run),
  })

/** @type {Case[]} */
export const cases = [
  on((E) => new E()),
  on((E) => new (class Mine extends E {})()),
  on((E) => E.EventEmitter === E),
  on((E) => {
    /** @type {unknown[]} */
    const log = []
    const emitter = new E()
    emitter.on('a', (/** @type {any[]} */ ...args) => log.push(['on', ...args]))
    emitter.once('a', () => log.push('once'))
    emitter.prependListener('a', () => log.push('first'))
    const results = [
      emitter.emit('a', 1, 2),
      emitter.emit('a'),
      emitter.emit('b'),
    ]
    return [log, results, emitter.listenerCount('a'), emitter.eventNames()]
  }),
  on((E) => {
    const emitter = new E()
    const listener = () => {}
    emitter.on('a', listener).on('a', listener).once('a', listener)
    const counts = [emitter.listenerCount('a', listener)]
    emitter.off('a', listener)
    return [counts, emitter.listenerCount('a'), emitter.listeners('a').length]
  }),
  on((E) => {
    /** @type {unknown[]} */
    const log = []
    const emitter = new E()
    emitter.on('newListener', (/** @type {string} */ name) => log.push(name))
    emitter.on('removeListener', (/** @type {string} */ n) => log.push(`-${n}`))
    emitter.on('a', () => {})
    emitter.removeAllListeners('a')
    return log
  }),
  on((E) => {
    /** @type {unknown[]} */
    const log = []
    const emitter = new E()
    emitter.on('a', () => {
      log.push(1)
      emitter.on('a', () => log.push('late'))
    })
    emitter.on('a', () => log.push(2))
    emitter.emit('a')
    return log
  }),
  on((E) => new E().on('a', 'text')),
  on((E) => new E().once('a')),
  on((E) => new E().emit('error', new TypeError('mine'))),
  on((E) => new E().emit('error', 'text')),
  on((E) => new E().emit('error', { a: 1 })),
  on((E) => new E().emit('error')),
  on((E, { errorMonitor }) => {
    /** @type {unknown[]} */
    const log = []
    const emitter = new E()
    emitter.on(errorMonitor, (/** @type {Error} */ e) => log.push(e.message))
    try {
      emitter.emit('error', new Error('seen'))
    } catch (error) {
      log.push(`thrown ${/** @type {Error} */ (error).message}`)
    }
    emitter.on('error', () => log.push('handled'))
    emitter.emit('error', new Error('again'))
    return log
  }),
  on((E) => new E().setMaxListeners(3).getMaxListeners()),
  on((E) => new E().getMaxListeners()),
  on((E) => E.defaultMaxListeners),
  on(async (E, { once }) => {
    const emitter = new E()
    const result = once(emitter, 'a')
    emitter.emit('a', 1, 2)
    return [await result, emitter.eventNames()]
  }),
  on(async (E, { once }) => {
    const emitter = new E()
    const result = once(emitter, 'a')
    emitter.emit('error', new Error('instead'))
    return result
  }),
  on(async (E, { once }) => {
    const emitter = new E()
    const result = once(emitter, 'error')
    emitter.emit('error', new Error('asked for'))
    return (await result).map(String)
  }),
  on(async (E, { once }) => {
    const signal = AbortSignal.abort(new Error('reason'))
    return once(new E(), 'a', { signal })
  }),
  on(async (E, { once }) => {
    const controller = new AbortController()
    const emitter = new E()
    const result = once(emitter, 'a', { signal: controller.signal })
    controller.abort()
    const names = emitter.eventNames()
    return [names, await result.catch(String)]
  }),
  on(async (E, { once }) => once(new E(), 'a', { signal: 3 })),
  on(async (_, { once }) => once({}, 'a')),
  on(async (_, { once }) => {
    const target = new EventTarget()
    const result = once(target, 'a')
    target.dispatchEvent(new Event('a'))
    return (await result)[0].type
  }),
]
