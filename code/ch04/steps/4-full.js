import { LogFile } from '../lib/log/file.js'
import { createLogger } from '../lib/log/logger.js'

const file = new LogFile('/dev/full', { limit: 500_000 })
const log = createLogger({ destination: file })
let refused = 0
for (let i = 0; i < 10_000; i++) {
  if (!log.info('something has happened', { i })) refused++
}
console.log(`write said false: ${refused > 0}`)
console.log(`lines are dropped: ${file.dropped > 0}`)
