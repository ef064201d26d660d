import { flushOnExit } from '../lib/log/exit.js'
import { LogFile } from '../lib/log/file.js'
import { createLogger } from '../lib/log/logger.js'

const file = new LogFile('rolling.log', { maxSize: 50_000, keep: 100 })
const log = createLogger({ destination: file })
flushOnExit(log, file)

for (let i = 0; i < 10_000; i++) {
  log.info('something has happened', { i })
}
process.exit()
