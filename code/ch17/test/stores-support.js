import { request, startApp } from './support.js'

/** The stores that this run of the tests has, and why it lacks the others. */
export const STORES = {
  sqlite: false,
  redis: process.env.REDIS_URL ? false : 'REDIS_URL is not set',
  postgres: process.env.DATABASE_URL ? false : 'DATABASE_URL is not set',
}

/** @typedef {Record<string, string | undefined>} Environment */

/**
 * Starts the server in another environment.
 *
 * @param {Environment} environment undefined takes a variable away
 * @param {Parameters<typeof startApp>[0]} [options]
 */
export async function startWith(environment, options) {
  const before = { ...process.env }
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  try {
    return await startApp(options)
  } finally {
    for (const name of Object.keys(environment)) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  }
}

/** @param {{ host: string, port: number }} app */
export async function statesOf(app) {
  const { text } = await request(app, '/health')
  return JSON.parse(text).stores
}
