/** What all servers know, so that one request of the client fits all of them. */
import { createClient } from 'redis'

/** Signs the cookies in the request. */
export const SECRET = 'no secret at all, everybody can read it here'

/** The id of the session that each server has from the beginning. */
export const SESSION = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

export const USER = 'aino'

/** So many requests a minute that none is refused. */
export const LIMIT = { limit: 1_000_000, window: 60_000 }

export async function openRedis() {
  const client = createClient({ url: process.env.REDIS_URL })
  await client.connect()
  return client
}
