import { createPool, run } from 'velocy/processes'

const { code, stdout } = await run('echo', ['hello'])
console.log(code, stdout.trim()) // 0 hello

const pool = createPool({ size: 2 })
const sorted = pool.spawn('sort', ['-n'])
sorted.stdin?.end('10\n9\n')
let text = ''
for await (const chunk of sorted.stdout ?? []) text += chunk
console.log(text.split('\n')) // [ '9', '10', '' ]

await pool.close()
