/**
 * Runs a Node.js contender: `node run.js server.js`. With WORKERS=n it is run
 * in n worker processes of `node:cluster`, as the Node.js documentation shows;
 * a Velocy that has a cluster of its own is told to use it.
 * A module that exports `start` is started; any other listens by itself on
 * HOST and PORT.
 */
import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

const { HOST: host = '127.0.0.1', PORT: port = 8080 } = process.env
const workers = Number(process.env.WORKERS ?? 1)
const program = path.resolve(process.argv[2])
const ownCluster = path.resolve(program, '..', 'lib', 'cluster', 'index.js')
const hasCluster =
  path.basename(program) === 'server.js' && existsSync(ownCluster)

if (workers > 1 && cluster.isPrimary && !hasCluster) {
  for (let worker = 0; worker < workers; worker++) cluster.fork()
  cluster.on('exit', (_worker, code, signal) => {
    process.exitCode = 1
    throw new Error(`A worker ended with ${signal ?? `exit code ${code}`}`)
  })
} else {
  const server = await import(pathToFileURL(program).href)
  const shared = workers > 1 ? { workers } : {}
  await server.start?.({ host, port: Number(port), ...shared })
}
