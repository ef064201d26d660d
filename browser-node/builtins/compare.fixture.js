/**
 * Run by the pinned Node: does each case with Node's built-ins and with ours,
 * and prints where they differ, one JSON object per line.
 *
 *     node compare.fixture.js BUNDLE CASES
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { inspect } from 'node:util'

/** @typedef {Record<string, any>} Modules built-ins by name */
/** @typedef {(modules: Modules, folder: string) => unknown} Case */

const [bundle, file] = process.argv.slice(2)
const { builtins, setUpProcess } = await import(bundle)
/** @type {{ cases: Case[] }} */
const { cases } = await import(file)

setUpProcess({ env: {}, argv: ['node', 'file'], cwd: process.cwd() })
// What a program sees, which is not what `import * as` gives.
const names = Object.keys(builtins)
/** @type {Modules} */
const theirs = {}
for (const name of names) {
  theirs[name] = (await import(`node:${name}`)).default
}
/** @type {Modules} */
const ours = Object.fromEntries(
  names.map((name) => [name, builtins[name].default ?? builtins[name]]),
)

const [ourFolder, theirFolder] = [ours, theirs].map(({ fs: files }) =>
  files.mkdtempSync(path.join(os.tmpdir(), 'case-')),
)

/** @param {any} error */
const shownError = (error) =>
  error instanceof Error
    ? [
        `${error.name}: ${error.message}`,
        ...['code', 'errno', 'syscall', 'path', 'dest', 'operator'].map(
          (key) => `${key}: ${/** @type {any} */ (error)[key]}`,
        ),
        `generated: ${/** @type {any} */ (error).generatedMessage}`,
      ].join('\n')
    : `thrown: ${inspect(error)}`

/** @param {unknown} value */
function shown(value) {
  if (value instanceof Error) return shownError(value)
  return inspect(value, { depth: 6, breakLength: 100, maxArrayLength: 300 })
}

/** @param {Case} run @param {Modules} modules @param {string} folder */
async function outcome(run, modules, folder) {
  let text = ''
  try {
    text = shown(await run(modules, folder))
  } catch (error) {
    text = shownError(error)
  }
  return text.replaceAll(folder, '/folder')
}

for (const run of cases) {
  const [got, expected] = [
    await outcome(run, ours, ourFolder),
    await outcome(run, theirs, theirFolder),
  ]
  if (got === expected) continue
  console.log(JSON.stringify({ case: String(run), got, expected }))
}
fs.rmSync(theirFolder, { recursive: true })
console.log(JSON.stringify({ done: cases.length }))
process.exit()
