import { createWriteStream } from 'node:fs'

const stream = createWriteStream('exit.log', { flags: 'a' })
for (let i = 0; i < 10_000; i++) stream.write(`${JSON.stringify({ i })}\n`)
process.exit()
