/**
 * `node run.js SERVER VELOCY`. SERVER is the path of a module that exports
 * `start(way, { host, port, velocy })`. WAY is `echo`, a server that sends each
 * text back, or `broadcast`, one that sends it to everybody.
 */
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

const { HOST: host = '127.0.0.1', PORT = '8080', WAY = 'echo' } = process.env
const [, , server, velocy] = process.argv
const { start } = await import(pathToFileURL(path.resolve(server)).href)
await start(WAY, { host, port: Number(PORT), velocy })

process.once('SIGTERM', () => process.exit())
