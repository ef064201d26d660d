import { type ChildProcess, createPool, run, spawn } from 'velocy/processes'

const child: ChildProcess = spawn('wc', ['-l'], { stdio: ['pipe', 'pipe'] })
child.stdin?.end('one\ntwo\n')
for await (const chunk of child.stdout ?? []) console.log(String(chunk))

const { code, stdout } = await run('date', ['-u'], { timeout: 1000 })
console.log(code === 0 ? stdout.trim() : code)

const pool = createPool({ size: 4, prestart: 1 })
const other: ChildProcess = pool.spawn('ls', [], { cwd: '/' })
other.once('close', () => pool.close())
