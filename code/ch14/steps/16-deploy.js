import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { serve } from 'velocy/cluster'
import { ask } from './14-ask.js'

const file = new URL('./16-version.js', import.meta.url)

/** @param {string} code of a version, which is put where the app is */
const deploy = (code) =>
  writeFile(file, `import { Router } from 'velocy'\nexport default ${code}\n`)

const show = async () => {
  const whole = await ask(cluster.url)
  const states = cluster.workers.map(({ state }) => state)
  console.log(`${await whole()} (${states.join(', ')})`)
}

await deploy("new Router().get('/', () => 'Ios: sails')")
const restart = { delay: 2000 }
const cluster = await serve(file, { port: 0, workers: 2, restart })
await show()

await deploy("new Rooter().get('/', () => 'Ios: tied up')")
await cluster.reload().catch(({ message }) => console.log(message))
await show()

const [first] = cluster.workers
process.kill(Number(first.pid), 'SIGKILL')
await once(cluster, 'exit')
await show()

await deploy("new Router().get('/', () => 'Ios: tied up')")
await cluster.reload()
await show()
await cluster.kill()
await rm(file)
