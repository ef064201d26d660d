import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./05-helper.js', import.meta.url))
const helpers = [fork(program), fork(program)]

/** @type {Map<number, (output: string) => void>} */
const asked = new Map()
for (const helper of helpers) {
  helper.on('message', (/** @type {any} */ { id, output }) => {
    asked.get(id)?.(output)
    asked.delete(id)
  })
}

let last = 0

/** @returns {Promise<string>} what the program has written */
function run() {
  const id = ++last
  const { promise, resolve } = Promise.withResolvers()
  asked.set(id, resolve)
  helpers[id % helpers.length].send({ id })
  return promise
}

const outputs = await Promise.all([run(), run(), run()])
for (const output of outputs) {
  const parent = Number(output)
  const number = helpers.findIndex(({ pid }) => pid === parent) + 1
  console.log(`started by helper ${number}, by us: ${parent === process.pid}`)
}
for (const helper of helpers) helper.disconnect()
