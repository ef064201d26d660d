/**
 * Reads the console blocks of a page: which commands they hold, and what each
 * is said to print.
 */
import { fences } from '../book-model/markdown.js'
import { storeNames } from '../stores/stores.js'
import { programNames } from './needs.js'

/**
 * @typedef {object} Command
 * @property {number} line of the `$ `, from 1
 * @property {string} script for bash, without the prompts
 * @property {number} outputStart index of the first line of its output
 * @property {number} outputEnd half-open
 * @property {string[]} output
 */

/**
 * @typedef {object} Transcript
 * @property {number} line of the fence, from 1
 * @property {string} indent what stands before each line
 * @property {string | null} cwd
 * @property {string | null} server program and arguments
 * @property {number} status that the last command is to exit with
 * @property {string | null} noRun why it is not run
 * @property {string | null} only `walk` for what is run in a reader's folder,
 *   and nowhere else
 * @property {StoreName[]} stores that it needs
 * @property {ProgramName[]} needs other programs
 * @property {Command[]} commands
 */

/** @typedef {import('../stores/programs.js').StoreName} StoreName */
/** @typedef {import('./needs.js').ProgramName} ProgramName */

/** A console block that cannot be run as it is written. */
export class TranscriptError extends Error {
  /** @param {number} line from 1 @param {string} message */
  constructor(line, message) {
    super(message)
    this.line = line
  }
}

const attributeNames = [
  'cwd',
  'server',
  'status',
  'no-run',
  'stores',
  'needs',
  // For those who type along, see tools/reader-walk.
  'at',
  'only',
  'restart',
]

/** What an attribute may be, where that is not free. */
const values = new Map([
  ['at', 'end'],
  ['only', 'walk'],
])

/**
 * Whether bash would ask for another line: an open quote or brace, a pipe, a
 * loop, a here-document.
 *
 * @param {string} script
 */
function isIncomplete(script) {
  const bare = script.replaceAll(/\\.|'[^']*'|"(?:\\.|[^"\\])*"/gs, '')
  /** @param {RegExp} word */
  const count = (word) => [...bare.matchAll(word)].length
  const [, end] = /<<-?\s*['"]?(\w+)/.exec(script) ?? []
  return (
    /['"]|\|\s*$/.test(bare) ||
    count(/\b(?:for|while)\b|[({]/g) > count(/\bdone\b|[)}]/g) ||
    (end !== undefined && !script.split('\n').includes(end))
  )
}

/**
 * @param {string} script
 * @returns {boolean} whether it ends with a backslash that continues it
 */
const isContinued = (script) => (/\\*$/.exec(script)?.[0].length ?? 0) % 2 === 1

/**
 * @param {string[]} content of the fence
 * @param {number} first index in the page of its first line
 * @throws {TranscriptError}
 */
export function readCommands(content, first) {
  /** @type {Command[]} */
  const commands = []
  let i = 0
  while (i < content.length) {
    const prompt = /^\$(?:\s(.*))?$/.exec(content[i])
    if (!prompt) {
      // Only blank lines get here: the first line that is not one is output
      // of the command before it.
      if (content[i].trim() === '') {
        i += 1
        continue
      }
      throw new TranscriptError(
        first + i + 1,
        `got "${content[i]}" before the first command; expected a line that begins with "$ "`,
      )
    }
    const line = first + i + 1
    let script = prompt[1] ?? ''
    i += 1
    while (i < content.length) {
      const more = /^>(?:\s(.*))?$/.exec(content[i])
      // `curl -v` prints lines that begin with ">" too.
      if (isContinued(script)) script += `\n${more ? more[1] : content[i]}`
      else if (more && isIncomplete(script)) script += `\n${more[1] ?? ''}`
      else break
      i += 1
    }
    if (script.trim() === '') {
      throw new TranscriptError(line, 'there is no command after "$"')
    }
    const start = i
    while (i < content.length && !/^\$(\s|$)/.test(content[i])) i += 1
    let end = i
    while (end > start && content[end - 1].trim() === '') end -= 1
    commands.push({
      line,
      script,
      outputStart: first + start,
      outputEnd: first + end,
      output: content.slice(start, end),
    })
  }
  return commands
}

/**
 * @param {string} text of a page
 * @throws {TranscriptError}
 */
export function readTranscripts(text) {
  return fences(text, 'console').map((fence) => {
    const line = fence.start + 1
    const { attributes } = fence
    for (const name of Object.keys(attributes)) {
      if (attributeNames.includes(name)) continue
      throw new TranscriptError(
        line,
        `got the attribute "${name}"; expected one of ${attributeNames.join(', ')}`,
      )
    }
    for (const [name, value] of Object.entries(attributes)) {
      const only = values.get(name)
      if (only !== undefined && value !== only) {
        throw new TranscriptError(
          line,
          `got ${name}=${value}, expected ${name}=${only}`,
        )
      }
      if (name === 'restart' || (value !== true && value !== '')) continue
      throw new TranscriptError(
        line,
        name === 'no-run'
          ? 'no-run needs a reason: no-run="needs a second machine"'
          : `${name} needs a value: ${name}=…`,
      )
    }
    const status = attributes.status ?? '0'
    if (!/^\d+$/.test(String(status))) {
      throw new TranscriptError(line, `got status=${status}, expected a number`)
    }
    const commands = readCommands(fence.content, fence.start + 1)
    if (commands.length === 0) {
      throw new TranscriptError(
        line,
        'the block has no command; begin one with "$ ", or use ```text for text that no command printed',
      )
    }
    return {
      line,
      indent: fence.indent,
      cwd: value(attributes.cwd),
      server: value(attributes.server),
      status: Number(status),
      noRun: value(attributes['no-run']),
      only: value(attributes.only),
      stores: readStores(value(attributes.stores) ?? '', line),
      needs: readNeeds(value(attributes.needs) ?? '', line),
      commands,
    }
  })
}

/** @param {string | true | undefined} attribute */
const value = (attribute) => (typeof attribute === 'string' ? attribute : null)

/**
 * @template {string} Name
 * @param {string} attribute
 * @param {readonly Name[]} known
 * @returns {(text: string, line: number) => Name[]} reads a list of names, and
 *   throws a TranscriptError for the line of the fence, from 1
 */
const namesOf = (attribute, known) => (text, line) =>
  text
    .split(',')
    .filter(Boolean)
    .map((word) => {
      const name = known.find((one) => one === word)
      if (name !== undefined) return name
      const expected = known.join(' or ')
      throw new TranscriptError(
        line,
        `got ${attribute}=${text}, expected ${expected}`,
      )
    })

export const readStores = namesOf('stores', storeNames)
export const readNeeds = namesOf('needs', programNames)
