import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import process from 'node:process'

const file = new URL('02-search.js', import.meta.url)
const env = { ...process.env, PORT: '0' }
const server = fork(file, { env, silent: true })
const [{ port }] = await once(server, 'message')

/** @returns {Promise<number>} the server's processor time so far, in ms */
async function processorTime() {
  server.send('how much?')
  const [{ user, system }] = await once(server, 'message')
  return (user + system) / 1000
}

/** @param {number} people who ask again as soon as they have their answer */
async function crowd(people) {
  const [usedBefore, begin] = [await processorTime(), performance.now()]
  let answers = 0
  const visits = Array.from({ length: people }, async () => {
    while (performance.now() - begin < 1000) {
      await (await fetch(`http://localhost:${port}`)).text()
      answers++
    }
  })
  await Promise.all(visits)
  const time = performance.now() - begin
  const used = (await processorTime()) - usedBefore
  const perSecond = Math.round((answers / time) * 1000)
  const wait = Math.round((people * time) / answers)
  const cores = (used / time).toFixed(2)
  return `${perSecond} answers a second, ${wait} ms each, ${cores} cores busy`
}

console.log(`cores: ${availableParallelism()}`)
for (const people of [1, 2, 4, 8]) {
  console.log(`${people} asking: ${await crowd(people)}`)
}
server.kill()
