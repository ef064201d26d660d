/**
 * Ports that stand for those on the pages. What a program prints has the real
 * ones, and they are put back.
 */
import dgram from 'node:dgram'
import { readdirSync, readFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { filesBelow } from '../lib/files.js'
import { codeDir, srcDir } from '../lib/paths.js'

/** What the pages call the two ports that a transcript may use. */
export const shownPorts = ['8080', '8081']

/** @param {string} text @param {string[]} from @param {string[]} to */
export function replacePorts(text, from, to) {
  const pattern = new RegExp(`(?<!\\d)(${from.join('|')})(?!\\d)`, 'g')
  return text.replace(pattern, (port) => to[from.indexOf(port)])
}

/**
 * @param {string} folder absolute path
 * @param {RegExp} wanted
 * @returns {string[]} numbers of four digits in its files
 */
const numbersIn = (folder, wanted) =>
  filesBelow(folder)
    .filter((name) => wanted.test(name))
    .flatMap((name) => {
      const text = readFileSync(path.join(folder, name), 'utf8')
      return text.match(/(?<!\d)\d{4}(?!\d)/g) ?? []
    })

/** @type {Set<string> | undefined} */
let numbers

/**
 * What is a number on a page or in a program, such as a year, would be taken
 * for a port where it is one.
 */
function meantAsNumbers() {
  const chapters = readdirSync(codeDir).filter((name) => /^ch\d\d$/.test(name))
  numbers ??= new Set([
    ...numbersIn(srcDir, /\.md$/),
    ...chapters.flatMap((name) =>
      numbersIn(path.join(codeDir, name), /\.(js|cjs|mjs|json|txt)$/),
    ),
  ])
  return numbers
}

/**
 * Marks a port as taken for all processes, before anything listens there: by
 * a UDP socket, which is gone when its process is.
 *
 * @param {number} port
 * @returns {Promise<dgram.Socket | null>} null when another has marked it
 */
function mark(port) {
  const socket = dgram.createSocket('udp4')
  return new Promise((resolve) => {
    socket.once('error', () => {
      socket.close()
      resolve(null)
    })
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      socket.unref()
      resolve(socket)
    })
  })
}

/** @param {number} port @returns {Promise<boolean>} */
function isFree(port) {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.on('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}

/**
 * Two neighbouring free ports. They have four digits like those on the page,
 * so that a request with a `Host` field has the length that the page shows.
 *
 * @returns {Promise<{ ports: string[], release: () => void }>}
 */
export async function freePorts() {
  const taken = new Set([...shownPorts, ...meantAsNumbers()])
  const offset = 2 * Math.floor(Math.random() * 4000)
  for (let i = 0; i < 8000; i += 2) {
    const port = 2000 + ((offset + i) % 8000)
    const ports = [String(port), String(port + 1)]
    if (ports.some((one) => taken.has(one))) continue
    const socket = await mark(port)
    if (!socket) continue
    if ((await isFree(port)) && (await isFree(port + 1))) {
      return { ports, release: () => socket.close() }
    }
    socket.close()
  }
  throw new Error('no two neighbouring ports from 2000 to 9999 are free')
}
