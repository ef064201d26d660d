import { createLogger } from '../lib/log/logger.js'

const log = createLogger({ fields: { service: 'api' } })
const request = log.child({ id: 7 })
request.info('paid', { euro: 3, level: 'fatal' })

/** @type {Record<string, unknown>} */
const order = { total: 8 }
order.self = order
request.warn('odd', { big: 10n ** 20n, order })

const cause = new Error('disk full')
request.error('not saved', new Error('no receipt', { cause }))
request.debug('off', { id: 1 })
