/**
 * One server in front of one store: `node run.js SERVER VELOCY`. SERVER is the
 * path of a module that exports `start(get, { host, port, velocy })`, and STORE
 * the name of a module in stores/, which exports `open()`: it resolves with
 * `get(word)`, which returns the word or a promise of it.
 */
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

const { HOST: host = '127.0.0.1', PORT = '8080', STORE = 'text' } = process.env
const [, , server, velocy] = process.argv

/** @param {string} file */
const load = (file) => import(pathToFileURL(path.resolve(file)).href)

const { open } = await load(
  path.join(import.meta.dirname, 'stores', `${STORE}.js`),
)
const { start } = await load(server)
await start(await open(), { host, port: Number(PORT), velocy })

// Some servers take the signal for their own, and their store keeps them alive.
process.once('SIGTERM', () => process.exit())
