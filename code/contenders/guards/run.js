/**
 * A server with or without a guard: `node run.js SERVER VELOCY`. SERVER is the
 * path of a module that exports `start(feature, { host, port, velocy })`, and
 * FEATURE one of
 *
 * - `none`: GET / is answered with the user's name, which is known
 * - `cookie`: it is read from a cookie, whose signature is checked
 * - `session`: it is read from a session in memory
 * - `redis`: it is read from a session in Redis
 * - `limit`: as `none`, within a rate limit that is never reached
 * - `parse`: POST / with JSON is answered with two of its members
 * - `validate`: the same, after it was held against a schema
 * - `zod`: the same, with a schema of zod, where that is not what `validate` is
 */
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

const { HOST: host = '127.0.0.1', PORT = '8080' } = process.env
const { FEATURE = 'none' } = process.env
const [, , server, velocy] = process.argv

const { start } = await import(pathToFileURL(path.resolve(server)).href)
await start(FEATURE, { host, port: Number(PORT), velocy })

// A store would keep it alive.
process.once('SIGTERM', () => process.exit())
