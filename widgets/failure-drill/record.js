#!/usr/bin/env node
/**
 * Runs the failure drill of chapter 21, each fault in each setting, and writes
 * down what happened, for the page:
 *
 *     node widgets/failure-drill/record.js
 *     npx biome format --write widgets/failure-drill/recorded.json
 *
 * It takes root of a Linux with HAProxy, Redis and PostgreSQL, and a Node that
 * runs the book's code.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const code = new URL('../../code/ch21/bench/', import.meta.url)
const program = fileURLToPath(new URL('drill.js', code))
const file = new URL('ch21-drill.bench.json', code)
const { contenders } = JSON.parse(readFileSync(file, 'utf8'))
const folder = mkdtempSync(path.join(os.tmpdir(), 'record-'))

const runs = contenders.map((/** @type {{ args: string[] }} */ { args }) => {
  const copy = path.join(folder, `${args.join('-')}.json`)
  execFileSync(process.execPath, [program, ...args, copy], { stdio: 'inherit' })
  const { slowest: _, ...run } = JSON.parse(readFileSync(copy, 'utf8'))
  return run
})
rmSync(folder, { recursive: true })

const [{ sent, answers }] = runs
const step = 100
const about = { step, length: step * sent.length, rate: 200 }
const machines = Object.keys(answers)
const text = JSON.stringify({ ...about, machines, runs })
writeFileSync(new URL('recorded.json', import.meta.url), `${text}\n`)
