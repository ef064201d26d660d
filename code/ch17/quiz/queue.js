import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'velocy/data'

const connect = async () => ({})
const pool = new Pool({ connect, close: () => {}, size: 2, queue: 2 })

const work = (/** @type {number} */ number) =>
  pool.use(async () => {
    await sleep(10)
    return number
  })

const ends = await Promise.allSettled([1, 2, 3, 4, 5].map(work))
for (const end of ends) {
  console.log(end.status === 'fulfilled' ? end.value : end.reason.status)
}
