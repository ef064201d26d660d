import http from 'node:http'
import { Router } from 'velocy'
import { openStore, serve } from 'velocy/cluster'

function app() {
  const store = openStore('visits')
  const count = () =>
    Promise.all([store.increment('today'), store.increment('ever')])
  return new Router().get('/', async () => `${await count()}`)
}

const cluster = await serve(app, { port: 0, workers: 1 })
let [messages, questions] = [0, 0]
cluster.on('message', (_child, message) => {
  if (message.velocy !== 'questions') return
  messages++
  questions += message.questions.length
})

/** @param {http.Agent} agent */
const visit = (agent) =>
  new Promise((resolve) => {
    http.get(cluster.url, { agent }, (res) => res.resume().on('end', resolve))
  })

for (const clients of [1, 50]) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients })
  messages = questions = 0
  const visits = Array.from({ length: 500 }, () => visit(agent))
  await Promise.all(visits)
  agent.destroy()
  const each = questions / messages
  const told = each > 2 ? 'more than 2' : each
  console.log(`${clients} at once: ${told} questions a message`)
}
await cluster.close()
