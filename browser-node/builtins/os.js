/** node:os, of no particular machine. */
import { absent } from './errors.js'

export const EOL = '\n'
export const constants = {
  signals: { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGKILL: 9, SIGTERM: 15 },
}

export const tmpdir = () => '/tmp'
export const hostname = () => 'localhost'
export const platform = () => 'linux'

/** @returns {number} of what the browser tells us about */
export const availableParallelism = () => navigator.hardwareConcurrency ?? 1

export const cpus = absent('os.cpus')
export const totalmem = absent('os.totalmem')
