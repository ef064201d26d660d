/**
 * The hosts of the drill, and the cables between them: namespaces of the process
 * that makes them, so the kernel takes all of it apart when that process ends,
 * in whatever way. Where that can't be done, they are addresses of loopback.
 */
import { execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export const machines = /** @type {const} */ (['kudu', 'oryx', 'eland'])

/** The last number of each address. */
const HOSTS = {
  ...{ edge: 2, kudu: 11, oryx: 12, eland: 13, redis: 21, postgres: 22 },
}

/** @typedef {keyof typeof HOSTS} Host */

export const hosts = /** @type {Host[]} */ (Object.keys(HOSTS))

/** Systems put some programs where users don't look. */
process.env.PATH = [
  ...[process.env.PATH, '/usr/sbin', '/sbin'],
  ...globSync('/usr/lib/postgresql/*/bin'),
].join(':')

/** Runs a program that ends when its parent does. */
export const BOUND = ['setpriv', '--pdeathsig', 'KILL']
/** Runs a program in namespaces that end when it does. */
export const APART = [
  ...[...BOUND, 'unshare', '--net', '--mount', '--pid'],
  ...['--fork', '--kill-child', '--mount-proc'],
]

const isRoot = process.getuid?.() === 0
/** PostgreSQL refuses to be run by root. */
const NOBODY = 65_534
const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, '--clear-groups']

/** @param {string[]} command @returns {boolean} whether it does what it should */
export function works([program, ...args]) {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** @returns {boolean} whether namespaces can be made, and joined by a switch */
export const canBeApart = () =>
  works([...APART, 'ip', 'link', 'add', 'switch', 'type', 'bridge'])

/** @param {string} command of the program `ip` */
const ip = (command) => execFileSync('ip', command.split(' '))

/** A switch, and a cable from it to each host. */
function layCables() {
  ip('link add switch type bridge')
  ip('address add 10.21.0.1/24 dev switch')
  ip('link set switch up')
  for (const [host, number] of Object.entries(HOSTS)) {
    ip(`netns add ${host}`)
    ip(`link add ${host} type veth peer name eth0 netns ${host}`)
    ip(`link set ${host} master switch`)
    ip(`link set ${host} up`)
    ip(`-n ${host} address add 10.21.0.${number}/24 dev eth0`)
    ip(`-n ${host} link set eth0 up`)
  }
}

export class Network {
  #isApart
  #base = '10.21.0'
  /** Where hosts keep files. */
  folder = '/run'

  /** @param {boolean} isApart whether this process is in its own namespaces */
  constructor(isApart) {
    this.#isApart = isApart
    if (isApart) {
      execFileSync('mount', ['-t', 'tmpfs', 'drill', this.folder])
      layCables()
    } else {
      this.folder = mkdtempSync(path.join(os.tmpdir(), 'drill-'))
      this.#base = `127.${randomInt(1, 255)}.${randomInt(1, 255)}`
      process.once('exit', () => rmSync(this.folder, { recursive: true }))
    }
    if (isRoot) chownSync(this.folder, NOBODY, NOBODY)
  }

  /** @param {Host} host */
  addressOf(host) {
    return `${this.#base}.${HOSTS[host]}`
  }

  /**
   * Starts a program on a host.
   *
   * @param {Host} host
   * @param {string[]} command
   * @param {NodeJS.ProcessEnv} [env]
   */
  run(host, command, env) {
    const where = this.#isApart ? ['ip', 'netns', 'exec', host] : BOUND
    const who = host === 'postgres' && isRoot ? AS_NOBODY : []
    const [program, ...args] = [...where, ...who, ...command]
    return spawn(program, args, {
      cwd: this.folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  /** Pulls the cable of a host. @param {Host} host */
  cut(host) {
    ip(`link set ${host} down`)
  }

  /** @param {Host} host */
  mend(host) {
    ip(`link set ${host} up`)
  }

  /**
   * Lets 128 kbit/s through from a host. What has to wait is queued, for up to
   * 700 ms, and more than that is thrown away.
   *
   * @param {Host} host
   */
  narrow(host) {
    const bucket = 'rate 128kbit burst 4kb latency 700ms'
    ip(`netns exec ${host} tc qdisc add dev eth0 root tbf ${bucket}`)
  }

  /** @param {Host} host */
  widen(host) {
    ip(`netns exec ${host} tc qdisc del dev eth0 root`)
  }
}
