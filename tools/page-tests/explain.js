/**
 * What a stage that fails says: what was sent, what came back, what was
 * expected, and which page explains it. No stack traces.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { explain, framesOf, printedLines } from '../../common/failure.js'
import { chapters, siteFile } from '../book-model/chapters.js'
import { fromRoot } from '../lib/paths.js'
import { pageOfTest, pageTitle, shortName } from './data.js'
import { missingModules, modulesOf, originOf } from './suite.js'

/** @typedef {import('./record.js').Exchange} Exchange */
/** @typedef {import('./run.js').Tested} Tested */
/** @typedef {import('./run.js').FileResult} FileResult */

/**
 * @typedef {object} Voice
 * @property {string} language
 * @property {import('./strings.js').Say} say
 * @property {(colour: 'red' | 'green' | 'dim', text: string) => string} paint
 */

/** @typedef {{ label: string, lines: string[] }} Row */

/** How many lines are shown of one thing, and how long they may be. */
const mostLines = 12
const longestLine = 160

/** Where scripts/serve.sh shows the book. */
const served = 'http://localhost:3000/'

/** @param {string[]} lines @returns {string[]} */
function shortened(lines) {
  const rest = lines.length - mostLines
  const shown = rest > 1 ? [...lines.slice(0, mostLines), '…'] : lines
  return shown.map((line) =>
    line.length > longestLine ? `${line.slice(0, longestLine)} …` : line,
  )
}

/** What a terminal would not show as it is. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant.
const controls = /[\0-\x08\x0b-\x1f\x7f]/g

/**
 * @param {string} latin1 the beginning of what went over a connection
 * @param {number} size of all of it, in bytes
 * @returns {string[]}
 */
function shownBytes(latin1, size) {
  const lines = Buffer.from(latin1, 'latin1')
    .toString()
    .split(/\r?\n/)
    .map((line) =>
      line.replaceAll(controls, (one) => JSON.stringify(one).slice(1, -1)),
    )
  while (lines.at(-1) === '') lines.pop()
  const shown = shortened(lines)
  if (size > latin1.length && shown.at(-1) !== '…') shown.push('…')
  return shown
}

/** @param {Exchange} exchange @param {Voice} voice @returns {Row[]} */
function exchangeRows(exchange, { say }) {
  const { sent, sentBytes, received, receivedBytes, closed, count } = exchange
  const nothing = say(closed ? 'nothingClosed' : 'nothing')
  const head = count > 1 ? [say('lastOf', { count })] : []
  return [
    { label: say('sent'), lines: [...head, ...shownBytes(sent, sentBytes)] },
    {
      label: say('received'),
      lines:
        receivedBytes > 0 ? shownBytes(received, receivedBytes) : [nothing],
    },
  ]
}

/**
 * What the server threw meanwhile, unless the test itself says it.
 *
 * @param {Tested} tested
 * @param {Voice} voice
 * @returns {Row[]}
 */
function thrownRows({ exchange, event }, { say }) {
  const text = exchange?.thrown?.text ?? ''
  const isSaid = text.endsWith(event.message ?? '\0')
  if (text === '' || isSaid) return []
  return [{ label: say('thrown'), lines: shortened(text.split('\n')) }]
}

/**
 * The statement of a test that failed.
 *
 * @param {string} file
 * @param {number} line from 1
 * @returns {string[]}
 */
export function statementAt(file, line) {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .slice(line - 1, line + 9)
  const [first = ''] = lines
  const indent = /^ */.exec(first)?.[0].length ?? 0
  let depth = 0
  /** @type {string[]} */
  const taken = []
  for (const text of lines) {
    taken.push(text.slice(Math.min(indent, text.search(/\S|$/))))
    for (const sign of text) {
      if ('([{'.includes(sign)) depth += 1
      if (')]}'.includes(sign)) depth -= 1
    }
    if (depth <= 0) return taken
  }
  return [first.trim(), '…']
}

/**
 * The function of the reader's that a test called, and that is not there.
 *
 * @param {Tested} tested
 * @param {Voice} voice
 * @returns {Row[] | null}
 */
function absentRows({ file, event }, { say }) {
  const [, name = ''] = /^(\w+) is not a (?:function|constructor)$/.exec(
    event.message ?? '',
  ) ?? ['']
  if (name === '') return null
  const text = readFileSync(file, 'utf8')
  const from = modulesOf(file).find((module) => {
    const before = text.slice(0, text.indexOf(`'${module}'`))
    const names = /\{([^{}]*)\}\s*=\s*await library\(\s*$/.exec(before)?.[1]
    return names?.split(/[\s,:]+/).includes(name)
  })
  if (!from) return null
  return [
    { label: say('got'), lines: [say('absent', { name, file: from })] },
    { label: say('expected'), lines: [say('exported', { name, file: from })] },
  ]
}

const unmatched =
  /^The input did not match the regular expression (.+)\. Input:\s+([\s\S]+?)\s*$/

/**
 * @param {Tested} tested
 * @param {Voice} voice
 * @returns {Row[] | null} of a text that a regular expression does not match
 */
function unmatchedRows({ event }, { say, paint }) {
  const found = unmatched.exec(event.message ?? '')
  if (!found) return null
  const [, pattern, input] = found
  const got = shortened(input.split('\n'))
  const match = say('match', { pattern })
  return [
    { label: say('got'), lines: got.map((line) => paint('red', line)) },
    { label: say('expected'), lines: [paint('green', match)] },
  ]
}

/** @param {Tested} tested @param {Voice} voice @returns {Row[]} */
function reasonRows(tested, voice) {
  const { say, paint } = voice
  const short = absentRows(tested, voice) ?? unmatchedRows(tested, voice)
  if (short) return short
  const { lines, values } = explain(tested.event)
  const text = shortened(
    lines.flatMap(({ kind, text }) => {
      if (kind === 'legend') return [`+ ${say('got')}  - ${say('expected')}`]
      if (/^\s+at /.test(text)) return []
      return kind === 'text'
        ? [text.replace(/^Error: /, '')]
        : [paint(kind === 'got' ? 'red' : 'green', text)]
    }),
  )
  while (text.at(-1) === '') text.pop()
  /** @type {Row[]} */
  const rows = text.length > 0 ? [{ label: say('why'), lines: text }] : []
  if (values) {
    rows.push(
      { label: say('got'), lines: [paint('red', values.got)] },
      { label: say('expected'), lines: [paint('green', values.expected)] },
    )
  }
  return rows
}

/**
 * Where it happened: in a file of the reader's, or in the test.
 *
 * @param {Tested} tested
 * @param {string} app
 * @param {Voice} voice
 * @returns {Row[]}
 */
function placeRows({ file, event, exchange }, app, { say, paint }) {
  const stacks = [exchange?.thrown?.stack, event.stack]
  const frames = stacks.flatMap((stack) =>
    framesOf(stack ?? '').map(({ url, line }) => ({
      file: fileURLToPath(url),
      line,
    })),
  )
  const folder = path.dirname(app) + path.sep
  const own = frames.find((frame) => frame.file.startsWith(folder))
  const test = frames.find((frame) => frame.file === file)
  /** @type {Row[]} */
  const rows = []
  if (own) {
    const name = path.relative(folder, own.file)
    rows.push({ label: say('where'), lines: [`${name}:${own.line}`] })
  }
  if (test) {
    const at = paint('dim', `(${fromRoot(file)}:${test.line})`)
    const lines = [...statementAt(file, test.line), at]
    rows.push({ label: say('checked'), lines })
  }
  return rows
}

/**
 * @param {string} page below src/
 * @param {Voice} voice
 * @returns {string[]}
 */
export function pageLines(page, { language }) {
  const own = language === 'en' ? '' : `${language}/`
  const title = pageTitle(page, language).replaceAll('`', '')
  return [`“${title}”, ${shortName(page)}`, `${served}${own}${siteFile(page)}`]
}

/**
 * @param {Row[]} rows
 * @returns {string[]} with the labels beside them
 */
export function table(rows) {
  const width = Math.max(...rows.map(({ label }) => label.length)) + 2
  return rows.flatMap(({ label, lines }) =>
    lines.map((line, i) =>
      `${(i === 0 ? label : '').padEnd(width)}${line}`.trimEnd(),
    ),
  )
}

/**
 * @param {Tested} tested that failed
 * @param {string} app absolute path
 * @param {Voice} voice
 * @returns {string[]}
 */
export function explainTest(tested, app, voice) {
  const { file, name, exchange } = tested
  const page = pageOfTest(file, name)
  return table([
    ...(exchange ? exchangeRows(exchange, voice) : []),
    ...thrownRows(tested, voice),
    ...reasonRows(tested, voice),
    ...placeRows(tested, app, voice),
    ...(page
      ? [{ label: voice.say('explained'), lines: pageLines(page, voice) }]
      : []),
  ])
}

/**
 * @param {string} name of a module that is not there
 * @param {Voice} voice
 * @returns {Row[]} what to do about it
 */
function todoRows(name, { say }) {
  const origin = originOf(name, chapters())
  if (!origin) return []
  const copy = fromRoot(origin.file)
  return [{ label: say('todo'), lines: [say('writeOrCopy', { copy })] }]
}

/**
 * Why a file of tests was not run to its end.
 *
 * @param {FileResult} result
 * @param {string} name of a test that was wanted of it
 * @param {string} app absolute path
 * @param {Voice} voice
 * @returns {string[]} empty where it was
 */
export function explainFile(result, name, app, voice) {
  const { file, trouble, output } = result
  const { say } = voice
  if (trouble === '') return []
  const [missing] = missingModules(file, app)
  const page = pageOfTest(file, name)
  const explained = page
    ? [{ label: say('explained'), lines: pageLines(page, voice) }]
    : []
  if (missing) {
    const absolute = path.join(path.dirname(app), missing)
    return table([
      { label: say('got'), lines: [say('noFile', { file: absolute })] },
      { label: say('expected'), lines: [say('module', { file: missing })] },
      ...todoRows(missing, voice),
      ...explained,
    ])
  }
  const words = printedLines(output).filter(
    (line) => !/^\s+at |^\s*\[?(cause|errors)\]?: /.test(line),
  )
  return table([
    { label: say('got'), lines: [say(`trouble.${trouble}`)] },
    ...(words.some((line) => line.trim() !== '')
      ? [{ label: say('printed'), lines: shortened(words) }]
      : []),
    ...explained,
  ])
}
