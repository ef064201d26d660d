/** A cluster that is asked from outside, as its operator would. */
import { fork } from 'node:child_process'
import { once } from 'node:events'

/** @typedef {Awaited<ReturnType<typeof openCluster>>} Opened */

/**
 * @param {{ engine: 'net' | 'http' } & Record<string, unknown>} options of
 *   serve(), and which engine
 */
export async function openCluster(options) {
  const file = new URL('primary.js', import.meta.url)
  const child = fork(file, [JSON.stringify(options)], {
    execArgv: ['--expose-gc'],
  })
  /** @type {Map<number, PromiseWithResolvers<any>>} */
  const asked = new Map()
  let last = -1
  const wait = () => {
    const waiting = Promise.withResolvers()
    asked.set(++last, waiting)
    return waiting.promise
  }
  child.on('message', (/** @type {any} */ { number, answer, error }) => {
    if (error === undefined) asked.get(number)?.resolve(answer)
    else asked.get(number)?.reject(new Error(error))
    asked.delete(number)
  })
  child.on('exit', (code) => {
    const gone = new Error(`the primary has ended with ${code}`)
    for (const { reject } of asked.values()) reject(gone)
  })
  const port = /** @type {number} */ (await wait())
  return {
    port,
    child,
    /** @param {'reload' | 'close' | 'workers' | 'weigh'} what */
    ask(what) {
      const answer = wait()
      child.send({ ask: what, number: last })
      return answer
    },
    async close() {
      await this.ask('close')
      child.disconnect()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
