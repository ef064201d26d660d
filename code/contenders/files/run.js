/**
 * `node run.js SERVER VELOCY`. SERVER is the path of a module that exports
 * `start(folder, { host, port, velocy })`, which serves the folder at /static/.
 */
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { makeFolder } from './folder.js'

const { HOST: host = '127.0.0.1', PORT = '8080' } = process.env
const [, , server, velocy] = process.argv
const { start } = await import(pathToFileURL(path.resolve(server)).href)
await start(makeFolder(), { host, port: Number(PORT), velocy })

process.once('SIGTERM', () => process.exit())
