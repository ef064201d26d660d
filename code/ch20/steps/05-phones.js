import { setTimeout as sleep } from 'node:timers/promises'

const [there, here = there] = process.argv.slice(2)
const phones = []
for (let i = 0; i < 10; i++) phones.push(await fetch(`${there}/board`))

let heard = 0
for (const { body } of phones) listen(body)

/** @param {any} body */
async function listen(body) {
  for await (const chunk of body) {
    if (Buffer.from(chunk).includes('cancelled')) heard++
  }
}

const body = 'The 18:10 is cancelled'
await fetch(`${here}/board`, { method: 'POST', body })
for (let i = 0; i < 200 && heard < 10; i++) await sleep(10)
console.log(`${heard} of ${phones.length} phones have heard it`)
process.exit()
