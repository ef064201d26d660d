import { createLogger } from '../lib/log/logger.js'

/** @type {string[]} */
const lines = []
const destination = { write: (/** @type {string} */ s) => lines.push(s) > 0 }
const log = createLogger({ destination, level: 'warn' })
const child = log.child({ id: 7 })
log.level = 'info'
log.info('a')
child.info('b')
child.error('c\nd', { big: 8n })
for (const line of lines) console.log(line.replace(/"time":\d+,/, '').trim())
