/** node:os, of no particular machine. */
import { absent } from './errors.js'

export const EOL = '\n'
export const devNull = '/dev/null'
export const constants = {
  signals: { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGKILL: 9, SIGTERM: 15 },
}

export const tmpdir = () => '/tmp'
export const homedir = () => '/velocy'
export const hostname = () => 'localhost'
export const platform = () => 'linux'
export const type = () => 'Linux'
export const arch = () => 'x64'
export const machine = () => 'x86_64'
export const release = () => '6.1.0'
export const endianness = () => 'LE'
export const networkInterfaces = () => ({})

/** @returns {number} of what the browser tells us about */
export const availableParallelism = () => navigator.hardwareConcurrency ?? 1

export const cpus = absent('os.cpus')
export const freemem = absent('os.freemem')
export const getPriority = absent('os.getPriority')
export const loadavg = absent('os.loadavg')
export const setPriority = absent('os.setPriority')
export const totalmem = absent('os.totalmem')
export const uptime = absent('os.uptime')
export const userInfo = absent('os.userInfo')
export const version = absent('os.version')

export default {
  arch,
  availableParallelism,
  constants,
  cpus,
  devNull,
  endianness,
  EOL,
  freemem,
  getPriority,
  homedir,
  hostname,
  loadavg,
  machine,
  networkInterfaces,
  platform,
  release,
  setPriority,
  tmpdir,
  totalmem,
  type,
  uptime,
  userInfo,
  version,
}
