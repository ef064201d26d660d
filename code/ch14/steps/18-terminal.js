import { spawn } from 'node:child_process'
import { on, once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./18-serve.js', import.meta.url))

/** Starts the server as a terminal does: its processes are a group. */
export async function startGroup() {
  const server = spawn(process.execPath, [program], {
    ...{ detached: true, stdio: ['ignore', 'pipe', 'ignore'] },
    env: { ...process.env, PORT: '0' },
  })
  const ended = once(server, 'exit')
  // All of them write to one pipe, and the last one closes it.
  const gone = once(server, 'close')
  for await (const [text] of on(server.stdout, 'data')) {
    const url = /http:\S+/.exec(text)?.[0]
    if (url) return { pid: Number(server.pid), url, ended, gone }
  }
  throw new Error('It has no address')
}
