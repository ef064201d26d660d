/**
 * Runs the console blocks of pages and compares what the commands print with
 * what the pages say they print.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { chapterOf, chapters, pages } from '../book-model/chapters.js'
import { codeDir, root, srcDir } from '../lib/paths.js'
import { kinds, startStores, storeNames, whyNot } from '../stores/stores.js'
import { compareOutput, outputLines } from './match.js'
import { whyMissing } from './needs.js'
import { readTranscripts, TranscriptError } from './parse.js'
import { Shell, startServer } from './shell.js'
import { openWorkspace } from './workspace.js'

/** @typedef {import('./parse.js').Transcript} Transcript */
/** @typedef {import('./parse.js').Command} Command */
/** @typedef {{ line: number, message: string }} Failure */
/** @typedef {{ line: number, reason: string }} Skip */
/** @typedef {Awaited<ReturnType<typeof startServer>>} Server */
/** @typedef {import('./workspace.js').Workspace} Workspace */
/** @typedef {import('../stores/stores.js').Stores} Stores */
/**
 * @typedef {object} Change an output that the page has otherwise
 * @property {number} start index of the first line to replace
 * @property {number} end half-open
 * @property {string[]} lines
 */
/**
 * @typedef {object} PageResult
 * @property {string} page below src/
 * @property {number} commands how many were run
 * @property {Failure[]} failures
 * @property {Skip[]} skipped
 * @property {Skip[]} missed what needs a store or program that can't run
 * @property {Change[]} changes that would make the page true
 */

/**
 * The pages that arguments of the command line name.
 *
 * @param {string[]} names `ch01`, `src/…/x.md` or `ch01-web-server/x.md`
 * @returns {string[]} below src/, in reading order
 */
export function selectPages(names) {
  const all = pages().map(({ file }) => file)
  if (names.length === 0) return all
  const chosen = new Set(
    names.flatMap((name) => {
      const chapter = chapters().find(({ id, slug }) =>
        [id, slug].includes(name),
      )
      if (chapter) return chapter.pages
      const file = name.replace(/^\.?\/?src\//, '')
      if (all.includes(file)) return [file]
      const known = chapters().map(({ id }) => id)
      throw new Error(
        `got "${name}"; expected a chapter (${known.join(', ')}) or a page in src/SUMMARY.md`,
      )
    }),
  )
  return all.filter((file) => chosen.has(file))
}

/**
 * The folder that a block's commands run in.
 *
 * @param {Transcript} transcript
 * @param {string | undefined} chapterFolder
 * @returns {string} absolute path
 */
function workingFolder({ cwd, line }, chapterFolder) {
  const folder = cwd?.startsWith('code/')
    ? path.join(root, cwd)
    : chapterFolder && path.join(chapterFolder, cwd ?? '.')
  if (!folder) {
    throw new TranscriptError(
      line,
      'this page belongs to no chapter; say where to run: cwd=code/ch00',
    )
  }
  if (!folder.startsWith(codeDir + path.sep) || !existsSync(folder)) {
    throw new TranscriptError(
      line,
      `there is no folder ${path.relative(root, folder)} to run in`,
    )
  }
  return folder
}

/**
 * Runs a transcript's commands, beside its server.
 *
 * @param {Transcript} transcript
 * @param {string} folder absolute path
 * @param {Workspace} workspace
 * @param {Record<string, string>} stores their addresses
 */
async function runTranscript(transcript, folder, workspace, stores) {
  const env = { ...workspace.env, ...stores }
  const name = path.relative(codeDir, folder)
  const [chapter] = name.split(path.sep)
  /** @type {Server | undefined} */
  let server
  if (transcript.server !== null) {
    const args = workspace.toReal(transcript.server).split(/\s+/)
    const cwd = path.join(workspace.folder, chapter)
    server = await startServer(workspace.node, args, { cwd, env })
    if (server.failure) {
      const message = startFailure(server, workspace)
      await server.close()
      return { failures: [{ line: transcript.line, message }], changes: [] }
    }
  }
  const cwd = path.join(workspace.folder, name)
  const shell = new Shell({ cwd, env })
  try {
    return await runCommands(transcript, shell, server, workspace)
  } finally {
    await shell.close()
    await server?.close()
  }
}

/**
 * @param {Transcript} transcript
 * @param {Shell} shell
 * @param {Server | undefined} server
 * @param {Workspace} workspace
 */
async function runCommands(transcript, shell, server, workspace) {
  /** @type {Failure[]} */
  const failures = []
  /** @type {Change[]} */
  const changes = []
  const { commands, indent, status } = transcript
  for (const command of commands) {
    const expected = command === commands.at(-1) ? status : 0
    const { trouble, updated, isEnded } = await runCommand(
      command,
      expected,
      shell,
      workspace,
      server,
    )
    if (trouble) failures.push({ line: command.line, message: trouble })
    if (updated) changes.push(replaceOutput(command, updated, indent))
    if (!isEnded) break
  }
  return { failures, changes }
}

/**
 * @param {Command} command
 * @param {number} expected its status
 * @param {Shell} shell
 * @param {Workspace} workspace
 * @param {Server | undefined} server that runs beside it
 * @returns {Promise<{ trouble: string, isEnded: boolean, updated?: string[] }>}
 *   with the lines that the page should have where it has others
 */
export async function runCommand(command, expected, shell, workspace, server) {
  const { script } = command
  const result = await shell.run(workspace.toReal(script))
  const output = outputLines(workspace.toShown(result.output))
  const printed = indented(output.join('\n'))
  if (result.failure) {
    const trouble = `$ ${script}\n${result.failure}. Until then it printed:\n${printed}`
    return { trouble, isEnded: false }
  }
  const { matches, diff, updated } = compareOutput(command.output, output)
  if (!matches) {
    const trouble = mismatch(command, diff, server, workspace)
    return { trouble, updated, isEnded: true }
  }
  const trouble =
    result.status === expected
      ? ''
      : `$ ${script}\nexited with ${result.status}, expected ${expected}. If the page means it to fail, end the block with this command and write status=${result.status} on the fence, or add ; echo "exit $?" to the command. It printed:\n${printed}`
  return { trouble, isEnded: true }
}

/**
 * @param {Command} command
 * @param {string[]} lines that it has printed
 * @param {string} indentation of the block
 */
const replaceOutput = ({ outputStart, outputEnd }, lines, indentation) => ({
  start: outputStart,
  end: outputEnd,
  lines: lines.map((line) => `${indentation}${line}`.trimEnd()),
})

/** @param {Server} server @param {Workspace} workspace */
export function startFailure(server, workspace) {
  const printed = indented(workspace.toShown(server.output()))
  return `${workspace.toShown(server.failure)}. It printed:\n${printed}`
}

/** How many lines of an output a message shows. */
const shownLines = 40

/** @param {string} text */
export function indented(text) {
  const lines = (text.trimEnd() || '(nothing)').split('\n')
  const left = lines.length - shownLines
  if (left > 0) lines.splice(shownLines, left, `(and ${left} more lines)`)
  return lines.map((line) => `    ${line}`).join('\n')
}

/**
 * @param {Command} command
 * @param {import('./match.js').Step[]} diff
 * @param {{ output(): string } | undefined} server
 * @param {{ toShown(text: string): string }} workspace
 */
export function mismatch(command, diff, server, workspace) {
  const signs = { same: '  ', expected: '- ', actual: '+ ' }
  const lines = diff.map(({ kind, text }) => `${signs[kind]}${text}`)
  let message = `$ ${command.script}\nprinted something else (- on the page, + printed):\n${indented(lines.join('\n'))}`
  // That it listens is no news.
  const printed = workspace
    .toShown(server?.output() ?? '')
    .replace(/^.*http:\/\/.*$/m, '')
    .trim()
  if (printed) {
    message += `\n  the server beside it printed:\n${indented(printed)}`
  }
  return message
}

/**
 * @param {Stores} stores
 * @param {Transcript} transcript
 * @returns {Record<string, string>} the addresses of those that it needs
 */
const addresses = ({ env }, transcript) =>
  Object.fromEntries(
    transcript.stores
      .map((name) => kinds[name].variable)
      .map((variable) => [variable, env[variable]]),
  )

/**
 * Runs the transcripts of one page, in order, in one copy of its chapter's
 * code and beside stores of its own: what one command writes, the next can
 * read.
 *
 * @param {string} page below src/
 */
async function checkPage(page) {
  /** @type {PageResult} */
  const result = {
    ...{ page, commands: 0, failures: [], changes: [] },
    ...{ skipped: [], missed: [] },
  }
  const text = readFileSync(path.join(srcDir, page), 'utf8')
  /** @type {Stores | undefined} */
  let stores
  /** @type {Map<string, Workspace>} by folder of code/ */
  const workspaces = new Map()
  try {
    for (const transcript of readTranscripts(text)) {
      if (transcript.only === 'walk') continue
      if (transcript.noRun !== null) {
        const { line, noRun: reason } = transcript
        result.skipped.push({ line, reason })
        continue
      }
      const { stores: needed, needs, line } = transcript
      if (needed.length > 0) stores ??= await startStores(storeNames)
      const reasons = [stores && whyNot(stores, needed), whyMissing(needs)]
      const reason = reasons.filter(Boolean).join('; ')
      if (reason) {
        result.missed.push({ line, reason })
        continue
      }
      const folder = workingFolder(transcript, chapterOf(page)?.codeDir)
      const name = path.relative(codeDir, folder).split(path.sep)[0]
      let workspace = workspaces.get(name)
      if (!workspace) {
        workspace = await openWorkspace(name)
        workspaces.set(name, workspace)
      }
      if (stores) workspace.connect(stores.env)
      const { failures, changes } = await runTranscript(
        transcript,
        folder,
        workspace,
        stores ? addresses(stores, transcript) : {},
      )
      result.commands += transcript.commands.length
      result.failures.push(...failures)
      result.changes.push(...changes)
    }
  } catch (error) {
    if (!(error instanceof TranscriptError)) throw error
    result.failures.push({ line: error.line, message: error.message })
  } finally {
    for (const workspace of workspaces.values()) workspace.close()
    await stores?.stop()
  }
  return result
}

/** How many pages are run at a time. */
const width = 2

/**
 * @param {string[]} files below src/
 * @param {(result: PageResult) => void} done
 * @returns {Promise<PageResult[]>} in the order of the pages
 */
export async function checkPages(files, done) {
  /** @type {PageResult[]} */
  const results = []
  const waiting = files.entries()
  const work = async () => {
    for (const [i, file] of waiting) {
      results[i] = await checkPage(file)
      done(results[i])
    }
  }
  await Promise.all(Array.from({ length: width }, work))
  return results
}

/** @param {string} text of the page @param {Change[]} changes */
export function applyChanges(text, changes) {
  const lines = text.split('\n')
  const fromTheEnd = [...changes].sort((a, b) => b.start - a.start)
  for (const { start, end, lines: replacement } of fromTheEnd) {
    lines.splice(start, end - start, ...replacement)
  }
  return lines.join('\n')
}
