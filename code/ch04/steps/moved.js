import { renameSync, rmSync } from 'node:fs'
import { LogFile } from '../lib/log/file.js'

const log = new LogFile('moved.log')
/** @param {string} line */
const write = (line) => log.write(`${line}\n`) && log.flushSync()

write('one')
renameSync('moved.log', 'moved.log.old')
write('two')
rmSync('moved.log')
write('three')
