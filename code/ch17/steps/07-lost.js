import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from '../lib/data/pool.js'
import { close, connect } from './06-postgres.js'

/** @import { Client } from 'pg' */

/** @param {Client} client @param {() => void} lost */
const watch = (client, lost) => client.on('error', lost).on('end', lost)

const isWatched = process.argv[2] === 'watched'
const pool = new Pool({ connect, close, ...(isWatched && { watch }) })

/** @param {Client} client @returns {Promise<number>} */
const pidOf = async (client) => {
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
  return rows[0].pid
}

const first = await pool.use(pidOf)
const admin = await connect()
await admin.query('SELECT pg_terminate_backend($1)', [first])
await close(admin)
await sleep(100)
const second = await pool.use(pidOf)
console.log('The same process:', first === second)
await pool.close()
