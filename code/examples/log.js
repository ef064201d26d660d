import { createLogger } from 'velocy'

const destination = {
  /** @param {string} line */
  write(line) {
    const { level, shop, msg, cups } = JSON.parse(line)
    console.log(level, shop, msg, cups)
    return true
  },
}
const log = createLogger({ destination, fields: { shop: 'lisbon' } })

log.info('order', { cups: 2 }) // info lisbon order 2
log.debug('not written at this level')
