#!/usr/bin/env node
/**
 * Serves the book while it is written: `scripts/serve.sh` starts this when all
 * is set up. A bare `mdbook serve` shows the same, and takes longer.
 */
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { readArguments } from '../lib/arguments.js'
import { bookCode, cacheDir, root } from '../lib/paths.js'
import { endChildrenOnSignal } from '../processes/run.js'
import { mdbook } from '../processes/toolchain.js'
import { watchFiles } from '../processes/watch.js'
import { Builder } from './builds.js'
import { SiteServer } from './site-server.js'

const help = `Usage: scripts/serve.sh [--port N] [--hostname H]`

const { values } = readArguments(help, {
  options: {
    port: { type: 'string', default: '3000' },
    hostname: { type: 'string', default: 'localhost' },
  },
})

/** All that a page may be made of. */
const inputs = [
  'src',
  'translations',
  'code',
  'results',
  'theme',
  'book.toml',
  'site',
  'widgets',
  'browser-node',
  'common',
  'package.json',
  ...bookCode,
  'tools/l10n/',
  'tools/transcripts/',
  'tools/serve/',
].map((name) => path.join(root, name))

/** @param {string} line */
const say = (line) => console.log(line)

const tool = mdbook()
if (!tool.path) {
  console.error(`${tool.reason}\nRun scripts/setup.sh`)
  process.exit(1)
}
endChildrenOnSignal()
const server = new SiteServer()
const builder = new Builder({ mdbook: tool.path, server, say })
try {
  await server.listen(Number(values.port), values.hostname)
} catch (error) {
  console.error(/** @type {Error} */ (error).message)
  process.exit(1)
}
const folder = path.join(cacheDir, 'serve')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
watchFiles(inputs, (files) => builder.saved(files))
say('Building the book …')
if (await builder.build()) process.exit(1)
server.reload()
