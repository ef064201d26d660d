#!/usr/bin/env node
/**
 * Serves the book while somebody writes it: `scripts/serve.sh` starts this
 * when all is set up. A bare `mdbook serve` shows the same, and takes longer.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { pages, siteFile } from '../book-model/chapters.js'
import {
  sourceLanguage,
  translationLanguages,
} from '../book-model/languages.js'
import { bookCode, root } from '../lib/paths.js'
import { mdbook } from '../processes/toolchain.js'
import { Builder, makeRoom } from './builds.js'
import { SiteServer } from './site-server.js'
import { Watcher } from './watch.js'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '3000' },
    hostname: { type: 'string', default: 'localhost' },
    open: { type: 'boolean', default: false },
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
const server = new SiteServer()
const builder = new Builder({
  book: {
    languages: [sourceLanguage, ...translationLanguages()].map(
      ({ code }) => code,
    ),
    pages: () => pages().map(({ file }) => file),
    siteFile,
  },
  mdbook: tool.path,
  server,
  say,
})
try {
  await server.listen(Number(values.port), values.hostname)
} catch (error) {
  console.error(/** @type {Error} */ (error).message)
  process.exit(1)
}
makeRoom()
const watcher = new Watcher(inputs, (files) => builder.saved(files))
const end = async (status = 0) => {
  watcher.close()
  await builder.close()
  process.exit(status)
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => end())
}
say('Building the book …')
if ((await builder.build()) === 'failed') await end(1)
builder.prepare()
if (values.open) {
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open'
  spawn(opener, [`http://${values.hostname}:${values.port}/`], {
    stdio: 'ignore',
  }).on('error', ({ message }) => say(message))
}
