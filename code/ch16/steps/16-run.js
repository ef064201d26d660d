import { spawn } from 'node:child_process'
import { Environment } from '../lib/processes/environment.js'
import { spawnError } from '../lib/processes/lookup.js'
import { commandOf } from '../lib/processes/options.js'
import { childOf } from '../lib/processes/pids.js'
import { Run } from '../lib/processes/run.js'

const run = new Run(commandOf('nobody', ['home']), new Environment({}))
const { child } = run
child.on('exit', () => console.log('exit'))
child.on('error', ({ message }) => console.log('error:', message))
child.on('close', (code) => console.log('close:', code))
run.fail(spawnError('ENOENT', child.spawnfile))
console.log(child.spawnargs, child.pid)

const sleeper = spawn('sleep', ['60'])
console.log('found:', childOf(process.pid) === sleeper.pid)
sleeper.kill()
