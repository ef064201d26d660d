import { foldsOf } from '../book-model/folds.js'
import { fill } from '../book-model/languages.js'
import { isFoldable, ListingError, listing } from '../book-model/listing.js'
import { isPlaygroundFile } from '../book-model/playground-files.js'
import { fromRoot } from '../lib/paths.js'
import { readCommands } from '../transcripts/parse.js'
import { highlightLines, languageOf } from './highlight.js'
import { escapeHtml, oneLine } from './html.js'
import { sourceUrl } from './repository.js'

/**
 * What a line begins with in a listing that is compared with another: text,
 * which is there without the style sheets, and is read out. It is no part of
 * the program (site/copy.js, tools/reader-walk).
 *
 * @type {Record<string, string>}
 */
const signs = { added: '+ ', removed: '− ' }

/** @param {{ kind: string }} line */
const isMarked = ({ kind }) => kind in signs

/**
 * @param {{ kind: string, text: string }[]} lines
 * @param {string | null} language
 * @returns {string[]} one `<span class="line …">` per line
 */
function lineElements(lines, language) {
  const isCompared = lines.some(isMarked)
  // Removed lines are highlighted apart: they are not part of the program.
  const kept = lines
    .filter((line) => line.kind !== 'removed')
    .map((line) => (line.kind === 'gap' ? { ...line, text: '' } : line))
  const gone = lines.filter((line) => line.kind === 'removed')
  const keptHtml = highlightLines(
    kept.map((line) => line.text),
    language,
  )
  const goneHtml = gone.flatMap((line) => highlightLines([line.text], language))
  return lines.map((line) => {
    const code = line.kind === 'removed' ? goneHtml.shift() : keptHtml.shift()
    const html = line.kind === 'gap' ? escapeHtml(line.text) : code
    const sign = isCompared
      ? `<span class="sign">${signs[line.kind] ?? '  '}</span>`
      : ''
    return `<span class="line ${line.kind}">${sign}${html}</span>`
  })
}

/**
 * @param {string[]} elements of the lines
 * @param {import('../book-model/folds.js').Fold[]} folds
 * @returns {string} HTML of several lines; site/folds.js closes the folds
 */
function foldedElements(elements, folds) {
  const rows = [...elements]
  for (const { kind, start, end } of folds) {
    rows[start] = `<span class="fold" data-fold="${kind}">${rows[start]}`
    const isLast = end === rows.length
    // The line feed goes with the lines: closed, they leave none behind.
    rows[end - 1] += isLast ? '</span>' : '\n</span>'
  }
  const ends = new Set(folds.map(({ end }) => end))
  return rows
    .map((row, i) =>
      ends.has(i + 1) || i + 1 === rows.length ? row : `${row}\n`,
    )
    .join('')
}

/** What may stand behind the name of a listing's file. */
const listingWords = ['run', 'unfolded']

/**
 * The program that `{{#listing FILE run}}` marks as one that the page can run.
 *
 * @param {import('../book-model/markdown.js').Directive} directive
 * @param {string} file absolute path
 * @returns {string | null} `ch07/steps/1-order.js`; null for one not marked
 * @throws {ListingError} for what cannot be run as it is shown
 */
function runnable({ target, rest, attributes }, file) {
  const unknown = rest.find((word) => !listingWords.includes(word))
  if (unknown !== undefined) {
    throw new ListingError(
      `got "${unknown}", expected ${listingWords.map((word) => `"${word}"`).join(', ')} or nothing`,
    )
  }
  if (!rest.includes('run')) return null
  const isPart = /[#:]/.test(target) || (attributes.from ?? 'none') !== 'none'
  return programOf(isPart ? '' : file)
}

/**
 * How a page names a program that it runs (site/playground).
 *
 * @param {string} file absolute path
 * @returns {string} `ch07/steps/1-order.js`
 * @throws {ListingError} when no page has this file, or it is no program
 */
export function programOf(file) {
  const [, id, name = ''] =
    /^code\/(ch\d\d)\/(.+\.js)$/.exec(fromRoot(file)) ?? []
  if (isPlaygroundFile(name)) return `${id}/${name}`
  throw new ListingError(
    'a page can run only a whole .js file of a chapter, not from bench/, and without from=',
  )
}

/** @param {string | null} program */
const runAttribute = (program) =>
  program === null ? '' : ` data-run="${escapeHtml(program)}"`

/** @param {string} before @param {string} kind @returns {string} of a string */
const keyOf = (before, kind) => before + kind[0].toUpperCase() + kind.slice(1)

/** @param {string} text @returns {string} HTML */
const code = (text) => `<code>${escapeHtml(text)}</code>`

/**
 * The block that only a program's main module runs has no name of its own.
 *
 * @param {string} symbol
 */
const wordsOf = (symbol) =>
  symbol === 'main' ? 'if (import.meta.main)' : symbol

/**
 * Where a listing goes, in words and, for the check that types it, as data.
 *
 * @param {import('./typed-file.js').Place | null | undefined} place
 * @param {Record<string, any>} t
 * @returns {{ data: string, words: string }} HTML
 */
function placeHtml(place, t) {
  if (!place) return { data: '', words: '' }
  const { kind, name, atEnd } = place
  const data = ` data-place="${kind}"${atEnd ? ' data-at="end"' : ''}${name ? ` data-name="${escapeHtml(name)}"` : ''}`
  if (kind === 'problem') throw new ListingError(name)
  const key = keyOf('place', kind)
  const isFile = name === '' && kind === 'change'
  // Only one that takes the place of others names several.
  const names = kind === 'instead' ? name.split(',') : [name]
  const words =
    name === 'imports'
      ? t[`${key}Imports`]
      : fill(escapeHtml(t[isFile ? 'placeChangeFile' : key]), {
          name: names.map((part) => code(wordsOf(part))).join(', '),
        })
  const whole = atEnd ? fill(t.placeLater, { place: words }) : words
  return { data, words: ` <span class="listing-place">${whole}</span>` }
}

/** On paper, a listing of more lines than these may go on overleaf. */
const LINES_IN_ONE_PIECE = 20

/**
 * @param {string} file from the root
 * @param {{ count: number, code: string, attributes?: string, label?: string,
 *   look?: string, words?: string }} shown its lines, and HTML
 * @returns {string} one line of HTML
 */
function figureHtml(file, shown) {
  const { count, code, attributes = '', label = file } = shown
  const { look = 'nohighlight', words = '' } = shown
  // Lines are nested in folds, where no selector can count them.
  const length = count > LINES_IN_ONE_PIECE ? ' data-long' : ''
  return oneLine(
    `<figure class="listing" data-lang="${languageOf(file) ?? 'text'}"${attributes}${length}>` +
      `<figcaption><a class="listing-path" href="${sourceUrl(file)}">${escapeHtml(file)}</a>${words}</figcaption>` +
      `<pre tabindex="0" role="group" aria-label="${escapeHtml(label)}"><code class="${look}">${code}</code></pre></figure>`,
  )
}

/**
 * A listing as a figure: path, where it goes, note on what it is compared
 * with, marked lines.
 *
 * @param {import('../book-model/markdown.js').Directive} directive
 * @param {string} codeFolder absolute
 * @param {Record<string, any>} t interface strings
 * @param {import('./typed-file.js').Place | null} [place]
 * @returns {string} one line of HTML
 * @throws {ListingError}
 */
export function listingHtml(directive, codeFolder, t, place) {
  const { from, without } = directive.attributes
  const shown = listing(directive.target, codeFolder, from, without)
  const lines = place?.lines ?? shown.lines
  const isCompared = lines.some(isMarked)
  const note =
    shown.comparedWith && isCompared && !place?.isSoFar
      ? fill(t.listingAdded, { file: shown.comparedWith })
      : ''
  const isFolded =
    isFoldable(shown.path) && !directive.rest.includes('unfolded')
  const { data, words } = placeHtml(place, t)
  // Several excerpts of one file need names of their own.
  const { by, part } = shown.target
  const run = runAttribute(runnable(directive, shown.file))
  return figureHtml(shown.path, {
    count: lines.length,
    code: foldedElements(
      lineElements(lines, languageOf(shown.path)),
      isFolded ? foldsOf(lines) : [],
    ),
    attributes: `${run}${data} data-line="${directive.start + 1}"`,
    label: by === null ? shown.path : `${shown.path} (${part})`,
    look: isCompared ? 'nohighlight compared' : 'nohighlight',
    words:
      words +
      (note && ` <span class="listing-note">${escapeHtml(note)}</span>`),
  })
}

/**
 * A whole file as a listing without marks, for quizzes.
 *
 * @param {string} file absolute path
 * @param {string[]} lines
 * @param {boolean} isRun whether the page can run it
 * @returns {string} one line of HTML
 * @throws {ListingError} when it is to be run and cannot be
 */
export function plainListingHtml(file, lines, isRun) {
  const plain = lines.map((text) => ({ kind: 'plain', text }))
  return figureHtml(fromRoot(file), {
    count: lines.length,
    code: lineElements(plain, languageOf(file)).join('\n'),
    attributes: runAttribute(isRun ? programOf(file) : null),
  })
}

/**
 * What a reader does in other terminals before a transcript.
 *
 * @param {import('./terminals.js').Beside} beside
 * @param {Record<string, any>} t
 * @returns {{ data: string, words: string }} HTML
 */
function besideHtml({ terminal, stores }, t) {
  const { data, words } = terminalHtml(terminal, t)
  const ofStores = stores && t[keyOf('stores', stores)]
  const third = fill(escapeHtml(ofStores), {
    command: code('npm run stores'),
    exported: code('export'),
  })
  const isPreview = terminal?.kind === 'end'
  const all = (isPreview ? [words, third] : [third, words]).filter(Boolean)
  if (all.length === 0) return { data, words: '' }
  return { data, words: `<figcaption>${all.join(' ')}</figcaption>` }
}

/**
 * What a reader does in the other terminal.
 *
 * @param {import('./terminals.js').Terminal | null} terminal
 * @param {Record<string, any>} t
 * @returns {{ data: string, words: string }} HTML
 */
function terminalHtml(terminal, t) {
  if (!terminal) return { data: '', words: '' }
  const { kind, name, former } = terminal
  const key = keyOf('terminal', kind) + (kind === 'end' && name ? 'Server' : '')
  const words = fill(escapeHtml(t[key]), {
    command: code(`node ${name}`),
    server: code(name),
    former: code(former),
  })
  return {
    data: ` data-terminal="${kind}"${name ? ` data-server="${escapeHtml(name)}"` : ''}`,
    words,
  }
}

/** What the check that runs a transcript has to know of its fence. */
const passedOn = ['status', 'only', 'no-run', 'cwd', 'stores', 'needs']

/**
 * A console transcript: commands and their output told apart, and the server
 * that is to run beside it.
 *
 * @param {import('../book-model/markdown.js').Fence} fence
 * @param {Record<string, any>} t
 * @param {import('./terminals.js').Beside} [beside]
 * @returns {string} one line of HTML
 * @throws {import('../transcripts/parse.js').TranscriptError}
 */
export function transcriptHtml(
  { content, attributes, start },
  t,
  beside = { terminal: null, stores: '' },
) {
  const commands = readCommands(content, 0)
  const lines = content.map((text, i) => {
    const isOutput = commands.some(
      ({ outputStart }, n) =>
        i >= outputStart && i < (commands[n + 1]?.line ?? Infinity) - 1,
    )
    return `<span class="${isOutput ? 'output' : 'command'}">${escapeHtml(text)}</span>`
  })
  const { data, words } = besideHtml(beside, t)
  const rest = passedOn
    .filter((name) => attributes[name] !== undefined)
    .map((name) => ` data-${name}="${escapeHtml(String(attributes[name]))}"`)
    .join('')
  const columns = content.some((line) => /\S {3,}\S/.test(line))
    ? ' data-columns'
    : ''
  return oneLine(
    `<figure class="transcript"${data}${columns}${rest} data-line="${start + 1}">${words}<pre tabindex="0" role="group" aria-label="${escapeHtml(t.transcript)}"><code class="nohighlight">${lines.join('\n')}</code></pre></figure>`,
  )
}
