import { flushOnExit } from '../lib/log/exit.js'
import { LogFile } from '../lib/log/file.js'
import { createLogger } from '../lib/log/logger.js'

const file = new LogFile('crash.log')
const log = createLogger({ destination: file })
flushOnExit(log, file)

for (let i = 0; i < 10_000; i++) log.info('working', { i })
throw new TypeError('a bug')
