/**
 * OpenTelemetry's SDK watches two servers of Velocy's newest chapter, on either
 * engine, with the programs of chapter 21: the spans that it exports make the
 * tree that the page shows.
 */
// @reads code/ch21/steps/ code/contenders/npm-opentelemetry/
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { newestVelocy } from '../bench/contenders.js'
import { codeDir } from '../lib/paths.js'

const velocy = newestVelocy()
if (!velocy) throw new Error('no chapter has a router')
const packages = path.join(codeDir, 'contenders', 'npm-opentelemetry')
const folder = mkdtempSync(path.join(tmpdir(), 'opentelemetry-'))
after(() => rmSync(folder, { recursive: true }))
for (const name of ['lib', 'package.json']) {
  cpSync(path.join(velocy, name), path.join(folder, name), { recursive: true })
}
const steps = path.join(codeDir, 'ch21', 'steps')
cpSync(steps, path.join(folder, 'steps'), { recursive: true })
symlinkSync(
  path.join(packages, 'node_modules'),
  path.join(folder, 'node_modules'),
)

/** @param {string} engine @param {string} program */
async function run(engine, program) {
  const { stdout } = await promisify(execFile)(process.execPath, [program], {
    cwd: folder,
    env: { ...process.env, VELOCY_ENGINE: engine },
    timeout: 60_000,
  })
  return stdout.replace(/\d+ ms/g, '… ms')
}

const ANSWER = 'moon: up since 17:58, clouds: none\n'

for (const engine of ['net', 'http']) {
  test(`the engine ${engine} is seen from both sides`, async () => {
    assert.equal(
      await run(engine, 'steps/12-receiver.js'),
      `${ANSWER}kudu answers /sky … ms
  kudu asks for /moon … ms
    dome answers /moon … ms
  kudu asks for /clouds … ms
    dome answers /clouds … ms
`,
    )
  })

  test(`on ${engine}, a second traceparent cuts the tree in pieces`, async () => {
    const file = path.join(folder, 'steps/12-receiver.js')
    const text = readFileSync(file, 'utf8')
    const both = path.join(folder, 'steps/both.js')
    writeFileSync(both, text.replace("SDK: 'yes',", ''))
    const lines = (await run(engine, both)).split('\n')
    const roots = lines.filter((line) => /^\w+ answers/.test(line)).sort()
    assert.deepEqual(roots, [
      'dome answers /clouds … ms',
      'dome answers /moon … ms',
      'kudu answers /sky … ms',
    ])
  })
}
