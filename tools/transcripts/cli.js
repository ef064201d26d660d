/**
 * Runs the console blocks of the pages and compares their output.
 *
 *     npm run transcripts -- [chNN | page …] [--update]
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chapterOf } from '../book-model/chapters.js'
import { fences } from '../book-model/markdown.js'
import {
  carryStamp,
  compareWithEnglish,
  languages,
  translationOf,
} from '../l10n/state.js'
import { counted } from '../lib/message.js'
import { fromRoot, srcDir } from '../lib/paths.js'
import { endAllGroups } from '../processes/groups.js'
import { sayMissed } from '../stores/stores.js'
import { applyChanges, checkPages, selectPages } from './transcripts.js'
import { removeWorkspaces } from './workspace.js'

const usage = `Usage: npm run transcripts -- [chNN | page …] [--update]

Runs the console blocks of the English pages and compares what the commands
print with what the pages say. --update writes what they print to the pages,
and to the translations that hold the same block.`

/**
 * Writes a page anew, and the same blocks in its translations.
 *
 * @param {import('./transcripts.js').PageResult} result
 * @returns {string[]} the files that changed
 */
function update({ page, changes }) {
  const file = path.join(srcDir, page)
  const before = readFileSync(file, 'utf8')
  const after = applyChanges(before, changes)
  writeFileSync(file, after)
  const changed = [fromRoot(file)]

  const old = fences(before, 'console').map(({ content }) => content.join('\n'))
  const now = fences(after, 'console').map(({ content }) => content.join('\n'))
  for (const { code } of languages()) {
    const translation = translationOf(code, page)
    if (!existsSync(translation)) continue
    const text = readFileSync(translation, 'utf8')
    const lines = text.split('\n')
    const blocks = fences(text, 'console')
    for (const [i, block] of [...blocks.entries()].reverse()) {
      const content = block.content.join('\n')
      // The same block at the same place, or else anywhere.
      const index = old[i] === content ? i : old.indexOf(content)
      if (index < 0 || now[index] === content) continue
      const replacement = now[index]
        .split('\n')
        .map((line) => `${block.indent}${line}`.trimEnd())
      lines.splice(block.start + 1, block.content.length, ...replacement)
    }
    const replaced = lines.join('\n')
    if (replaced === text) continue
    writeFileSync(translation, carryStamp(replaced, before, after))
    changed.push(fromRoot(translation))
    const { isStale } = compareWithEnglish(
      after,
      readFileSync(translation, 'utf8'),
    )
    if (isStale) {
      console.log(`  ${fromRoot(translation)} is stale in other places`)
    }
  }
  return changed
}

/** @param {import('./transcripts.js').PageResult[]} results that differ */
function updateHint(results) {
  const names = new Set(
    results.map(({ page }) => chapterOf(page)?.id ?? `src/${page}`),
  )
  return `If what the commands print now is right, write it to the pages: npm run transcripts -- ${[...names].join(' ')} --update`
}

/** @returns {Promise<number>} exit status */
async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      update: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) {
    console.log(usage)
    return 0
  }
  const start = performance.now()
  const selected = selectPages(positionals)
  const missing = selected.filter(
    (page) => !existsSync(path.join(srcDir, page)),
  )
  for (const page of missing) {
    console.log(`src/${page}: listed in src/SUMMARY.md, but there is no file`)
  }
  const results = await checkPages(
    selected.filter((page) => !missing.includes(page)),
    {
      onPage({ page, failures }) {
        for (const { line, message } of failures) {
          console.log(`src/${page}:${line}: ${message}\n`)
        }
      },
    },
  )
  for (const { page, skipped, missed } of results) {
    for (const { line, reason } of [...skipped, ...missed]) {
      console.log(`src/${page}:${line}: not run: ${reason}`)
    }
  }
  const missed = results
    .flatMap((result) => result.missed)
    .map(({ reason }) => reason)
  if (missed.length > 0) console.log(sayMissed(missed))
  const commands = results.reduce((sum, result) => sum + result.commands, 0)
  let failures = results.flatMap((result) => result.failures).length
  if (values.update) {
    for (const result of results.filter(({ changes }) => changes.length > 0)) {
      for (const file of update(result)) console.log(`wrote ${file}`)
      failures -= result.changes.length
    }
  } else {
    const differing = results.filter(({ changes }) => changes.length > 0)
    if (differing.length > 0) console.log(updateHint(differing))
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(
    `transcripts: ${counted(commands, 'command')} on ${counted(results.length, 'page')} in ${seconds} s, ${failures === 0 ? 'no failure' : `${failures} failed`}`,
  )
  return failures > 0 || missing.length > 0 ? 1 : 0
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => {
    endAllGroups()
    removeWorkspaces()
    process.exit(signal === 'SIGINT' ? 130 : 143)
  })
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
