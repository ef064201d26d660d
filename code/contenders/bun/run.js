/**
 * Runs a server in WORKERS processes that listen on the same port with
 * `reusePort`, as Bun's documentation shows: `bun run.js server.js`.
 */
import path from 'node:path'

const server = path.resolve(process.argv[2])
const workers = Array.from({ length: Number(process.env.WORKERS) }, () =>
  Bun.spawn([process.execPath, server], {
    stdio: ['inherit', 'inherit', 'inherit'],
  }),
)
const kill = () => {
  for (const worker of workers) worker.kill()
}
process.on('SIGTERM', kill)
process.on('SIGINT', kill)
process.on('exit', kill)
process.exitCode = await Promise.race(workers.map(({ exited }) => exited))
