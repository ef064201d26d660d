/**
 * What the steps of this chapter share: machines, each a process of its own,
 * and a proxy in front of them. They end with the program that starts them.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'

/** Systems put HAProxy and nginx where users don't look. */
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`
const folder = mkdtempSync(path.join(tmpdir(), 'machines-'))
/** @type {Set<Machine>} */
const running = new Set()

/** Pulls every plug. */
export function stopAll() {
  for (const { child } of running) child.kill('SIGKILL')
}

process.once('exit', () => {
  stopAll()
  rmSync(folder, { recursive: true })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => process.exit(1))
}

export class Machine {
  /** @type {string[]} what it has printed */
  lines = []
  /** Where it listens, such as `127.0.0.1:8080`. */
  address = ''

  /** @param {string} name @param {string[]} command @param {object} env */
  constructor(name, [program, ...args], env) {
    this.name = name
    this.child = spawn(program, args, {
      env: { ...process.env, PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.ended = once(this.child, 'close')
    for (const output of [this.child.stdout, this.child.stderr]) {
      createInterface(output).on('line', (line) => this.lines.push(line))
    }
    running.add(this)
  }

  get url() {
    return `http://${this.address}`
  }

  /** @param {() => unknown} isSo */
  async until(isSo) {
    while (!(await isSo())) {
      const { exitCode, signalCode } = this.child
      if (exitCode !== null || signalCode) throw Error(this.lines.join('\n'))
      await delay(10)
    }
    return this
  }

  /** @param {NodeJS.Signals} [signal] SIGKILL: somebody pulls the plug */
  async stop(signal = 'SIGTERM') {
    this.child.kill(signal)
    await this.ended
    running.delete(this)
  }
}

/**
 * Starts a program, and resolves when it has printed where it listens.
 *
 * @param {string} name which the program finds in MACHINE
 * @param {string} file
 * @param {NodeJS.ProcessEnv} [env] by default, PORT is 0
 */
export function startMachine(name, file, env) {
  const settings = { PORT: '0', MACHINE: name, ...env }
  const machine = new Machine(name, [process.execPath, file], settings)
  return machine.until(() => {
    const port = /http:.*:(\d+)/.exec(machine.lines.join('\n'))?.[1]
    if (port) machine.address = `127.0.0.1:${port}`
    return port
  })
}

/**
 * Starts HAProxy (a file that ends in .cfg) or nginx (.conf, with what belongs
 * into `http { … }`), and resolves when it listens. In the file, `${KUDU}` is
 * the address of the machine `kudu`, and `${PORT}` the port to listen on.
 *
 * @param {string} file
 * @param {{ name: string, address: string }[]} machines
 * @param {NodeJS.ProcessEnv} [env] more names; by default, PORT is a free one
 */
export async function startProxy(file, machines, env) {
  /** @type {Record<string, any>} */
  const names = { PORT: await freePort(), ...env }
  for (const { name, address } of machines) names[name.toUpperCase()] = address
  const isNginx = file.endsWith('.conf')
  const reason = missing(isNginx ? 'nginx' : 'haproxy')
  if (reason) throw new Error(reason)
  const command = isNginx
    ? ['nginx', '-p', folder, '-e', 'stderr', '-c', fillIn(file, names)]
    : ['haproxy', '-db', '-f', file]
  const proxy = new Machine('edge', command, names)
  proxy.address = `127.0.0.1:${names.PORT}`
  return proxy.until(() => accepts(names.PORT))
}

/**
 * HAProxy looks for names in its environment, and nginx doesn't.
 *
 * @param {string} file
 * @param {Record<string, any>} names
 */
function fillIn(file, names) {
  const text = readFileSync(file, 'utf8')
  const http = text.replace(/\$\{([A-Z]+)\}/g, (_, name) => names[name])
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${name};`)
    .join(' ')
  const copy = path.join(folder, `${names.PORT}.conf`)
  writeFileSync(
    copy,
    `daemon off; master_process off; pid nginx.pid;
    events { worker_connections 4096; }
    http { access_log off; ${paths}\n${http} }`,
  )
  return copy
}

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  server.close()
  return port
}

/** @param {number} port */
const accepts = async (port) => {
  const socket = net.connect(port, '127.0.0.1')
  const accepted = await once(socket, 'connect').catch(() => false)
  socket.destroy()
  return accepted
}

/**
 * @param {'haproxy' | 'nginx'} program
 * @returns {string | false} why it can't run
 */
export const missing = (program) =>
  spawnSync(program, ['-v'], { env: { PATH } }).error !== undefined &&
  `${program} is not installed: apt-get install ${program}`
