import { open } from 'node:fs/promises'
import { WorkerPool } from 'velocy/workers'

/** @param {string} name of a file @param {URL} tasks which can parse a line */
export async function parseAll(name, tasks) {
  await using pool = new WorkerPool(tasks, { threads: 7, maxQueue: 1000 })
  const file = await open(name)
  for await (const line of file.readLines()) {
    await pool.run('parse', line)
  }
}
