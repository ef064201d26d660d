import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import process from 'node:process'

const file = new URL('02-search.js', import.meta.url)
const env = { ...process.env, PORT: '0' }
const server = fork(file, { env, silent: true })
const [{ port }] = await once(server, 'message')

console.log(`cores: ${availableParallelism()}`)
for (const people of [1, 2, 4, 8]) {
  const begin = performance.now()
  let answers = 0
  const visits = Array.from({ length: people }, async () => {
    while (performance.now() - begin < 1000) {
      await (await fetch(`http://localhost:${port}`)).text()
      answers++
    }
  })
  await Promise.all(visits)
  const time = performance.now() - begin
  server.send('how much?')
  const [{ user, system }] = await once(server, 'message')
  const wait = Math.round((people * time) / answers)
  const cores = ((user + system) / 1000 / time).toFixed(2)
  console.log(`${people} asking: ${wait} ms each, ${cores} cores busy`)
}
server.kill()
