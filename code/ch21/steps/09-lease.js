const TAKE = `
  if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
  local token = redis.call('INCR', KEYS[2])
  redis.call('SET', KEYS[1], token, 'PX', ARGV[1])
  return token`

const GIVE_BACK = `
  if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`

/**
 * @param {any} redis a client
 * @param {string} name of what only one may do
 * @param {number} time after which others may have it, in ms
 * @returns {Promise<number>} a token, higher than any before; 0: it's taken
 */
export const takeLease = (redis, name, time) =>
  redis.eval(TAKE, {
    keys: [`lease ${name}`, `token ${name}`],
    arguments: [`${time}`],
  })

/** @param {any} redis @param {string} name @param {number} token */
export const giveBack = (redis, name, token) =>
  redis.eval(GIVE_BACK, { keys: [`lease ${name}`], arguments: [`${token}`] })
