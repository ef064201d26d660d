import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { LogFile } from 'velocy'
import { serve } from 'velocy/cluster'

const folder = fs.mkdtempSync('/tmp/velocy-')
const output = new LogFile(`${folder}/log`, { maxSize: 100, keep: 9 })
const app = path.resolve(process.argv[2])
const options = { port: 0, workers: 2, data: `${folder}/log`, output }
const cluster = await serve(app, options)
for (let n = 10; n < 30; n++) {
  const url = `${cluster.url}/the-line-with-number-${n}`
  await new Promise((resolve) => {
    http.get(url, { agent: false }, (res) => res.resume().on('end', resolve))
  })
  await setTimeout(10)
}
await cluster.close()
output.flushSync()

// The oldest is log.9, or less, and the youngest is log.
const names = fs.readdirSync(folder).sort().reverse()
const texts = names.map((name) => fs.readFileSync(`${folder}/${name}`))
fs.rmSync(folder, { recursive: true })
const numbers = texts.join('').match(/\d+/g) ?? []
console.log(`${numbers.length} of 20 lines are left`)
console.log(`In order: ${String(numbers.toSorted()) === String(numbers)}`)
