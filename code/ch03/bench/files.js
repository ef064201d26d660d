import { spawnSync } from 'node:child_process'
import {
  mkdtempSync,
  readFile,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { readFile as readFilePromise } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/** How many files there are, and how large each is, in bytes. */
const FILES = 64
const SIZE = 16 * 1024

/**
 * Each reads all files once.
 *
 * @type {Record<string, (files: string[]) => unknown>}
 */
const readers = {
  sync: (files) => {
    for (const file of files) check(readFileSync(file))
  },
  callbacks: (files) =>
    Promise.all(
      files.map(
        (file) =>
          new Promise((resolve) => {
            readFile(file, (_error, content) => resolve(check(content)))
          }),
      ),
    ),
  promises: (files) =>
    Promise.all(files.map(async (file) => check(await readFilePromise(file)))),
}

/** @param {Buffer | undefined} content */
function check(content) {
  if (content?.length !== SIZE) {
    throw new Error(`got ${content?.length} bytes, expected ${SIZE}`)
  }
}

/** @param {string} name of a reader */
async function measure(name) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'files-'))
  try {
    const files = Array.from({ length: FILES }, (_, i) =>
      path.join(folder, String(i)),
    )
    for (const file of files) writeFileSync(file, Buffer.alloc(SIZE))
    const duration = 1000 * Number(process.env.DURATION ?? 2)
    for (let i = 0; i < 20; i++) await readers[name](files)
    let count = 0
    const start = performance.now()
    while (performance.now() - start < duration) {
      await readers[name](files)
      count += FILES
    }
    const seconds = (performance.now() - start) / 1000
    return { 'rate.files': count / seconds }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const [name, threads] = process.argv.slice(2)
if (threads && process.env.UV_THREADPOOL_SIZE !== threads) {
  // The size of the pool is read once, when it is first used.
  const env = { ...process.env, UV_THREADPOOL_SIZE: threads }
  const [, file, ...args] = process.argv
  const { status } = spawnSync(process.execPath, [file, ...args], {
    env,
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
} else {
  console.log(JSON.stringify(await measure(name)))
}
