import { setTimeout as wait } from 'node:timers/promises'
import { Router } from 'velocy'

/** @param {{ data: string }} worker that it is to run in */
export default async function app({ data }) {
  if (data === 'broken') throw new Error('No such table: customers')
  await wait(data === 'slow' ? 500 : 60_000)
  return new Router().get('/', () => 'hello')
}
