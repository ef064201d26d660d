import path from 'node:path'
import { ListingError, listing } from '../lib/listing.js'
import { fromRoot } from '../lib/paths.js'
import { readCommands } from '../transcripts/parse.js'
import { highlightLines, languageOf } from './highlight.js'
import { escapeHtml, oneLine } from './html.js'
import { isPlaygroundFile } from './playground.js'
import { sourceUrl } from './repository.js'
import { fill } from './strings.js'

/**
 * @param {{ kind: string, text: string }[]} lines
 * @param {string | null} language
 * @returns {string[]} one `<span class="line …">` per line
 */
export function lineElements(lines, language) {
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
    return `<span class="line ${line.kind}">${html}</span>`
  })
}

/**
 * The program that `{{#listing FILE run}}` marks as one that the page can run.
 *
 * @param {import('../lib/markdown.js').Directive} directive
 * @param {string} file absolute path
 * @returns {string | null} `ch07/steps/1-order.js`; null for one not marked
 * @throws {ListingError} for what cannot be run as it is shown
 */
function runnable({ target, rest, attributes }, file) {
  const unknown = rest.find((word) => word !== 'run')
  if (unknown !== undefined) {
    throw new ListingError(`got "${unknown}", expected "run" or nothing`)
  }
  if (rest.length === 0) return null
  if (/[#:]/.test(target)) {
    throw new ListingError(
      'only a whole file can be run: remove what stands behind its name, or "run"',
    )
  }
  if ((attributes.from ?? 'none') !== 'none') {
    throw new ListingError(
      'a listing that is run shows its own lines only: remove from=, or "run"',
    )
  }
  return programOf(file)
}

/**
 * How a page names a program that it runs (widgets/playground).
 *
 * @param {string} file absolute path
 * @returns {string} `ch07/steps/1-order.js`
 * @throws {ListingError} when no page has this file, or it is no program
 */
export function programOf(file) {
  const match = /^code\/(ch\d\d)\/(.+)$/.exec(fromRoot(file))
  if (!match || !isPlaygroundFile(match[2])) {
    throw new ListingError(
      `${fromRoot(file)} cannot be run in a page: only files of code/chNN can, and nothing in bench/`,
    )
  }
  if (!['.js', '.cjs'].includes(path.extname(file))) {
    throw new ListingError(
      `${fromRoot(file)} cannot be run: expected a .js or .cjs file`,
    )
  }
  return `${match[1]}/${match[2]}`
}

/** @param {string | null} program */
const runAttribute = (program) =>
  program === null ? '' : ` data-run="${escapeHtml(program)}"`

/**
 * A listing as a figure: path, note on what it is compared with, marked lines.
 *
 * @param {import('../lib/markdown.js').Directive} directive
 * @param {string} codeFolder absolute
 * @param {Record<string, any>} t interface strings
 * @returns {string} one line of HTML
 * @throws {import('../lib/listing.js').ListingError}
 */
export function listingHtml(directive, codeFolder, t) {
  const shown = listing(directive.target, codeFolder, directive.attributes.from)
  const changed = shown.lines.some(
    (line) => line.kind === 'added' || line.kind === 'removed',
  )
  const unchanged = shown.comparedWith !== null && !changed
  // Nothing to tell apart: no marks.
  const lines = unchanged
    ? shown.lines.map((line) => ({ ...line, kind: 'plain' }))
    : shown.lines
  const note =
    shown.comparedWith && changed
      ? fill(t.listingAdded, { file: shown.comparedWith })
      : ''
  const language = languageOf(shown.path)
  const code = lineElements(lines, language).join('\n')
  // Several excerpts of one file need names of their own.
  const { by, part } = shown.target
  const label = by === null ? shown.path : `${shown.path} (${part})`
  const run = runAttribute(runnable(directive, shown.file))
  return oneLine(
    `<figure class="listing" data-lang="${language ?? 'text'}"${run}>` +
      `<figcaption><a class="listing-path" href="${sourceUrl(shown.path)}">${escapeHtml(shown.path)}</a>` +
      (note ? ` <span class="listing-note">${escapeHtml(note)}</span>` : '') +
      `</figcaption>` +
      `<pre tabindex="0" role="region" aria-label="${escapeHtml(label)}"><code class="nohighlight">${code}</code></pre></figure>`,
  )
}

/**
 * A whole file as a listing without marks, for quizzes.
 *
 * @param {string} file absolute path
 * @param {string[]} lines
 * @param {{ run?: boolean }} [options] whether the page can run it
 * @returns {string} one line of HTML
 * @throws {ListingError} when it is to be run and cannot be
 */
export function plainListingHtml(file, lines, { run = false } = {}) {
  const language = languageOf(file)
  const name = fromRoot(file)
  const code = lineElements(
    lines.map((text) => ({ kind: 'plain', text })),
    language,
  ).join('\n')
  return oneLine(
    `<figure class="listing" data-lang="${language ?? 'text'}"${runAttribute(run ? programOf(file) : null)}><figcaption><a class="listing-path" href="${sourceUrl(name)}">${escapeHtml(name)}</a></figcaption>` +
      `<pre tabindex="0" role="region" aria-label="${escapeHtml(name)}"><code class="nohighlight">${code}</code></pre></figure>`,
  )
}

/**
 * A console transcript: commands and their output told apart.
 *
 * @param {string[]} content
 * @param {Record<string, any>} t
 * @returns {string} one line of HTML
 * @throws {import('../transcripts/parse.js').TranscriptError}
 */
export function transcriptHtml(content, t) {
  const commands = readCommands(content, 0)
  const lines = content.map((text, i) => {
    const isOutput = commands.some(
      ({ outputStart }, n) =>
        i >= outputStart && i < (commands[n + 1]?.line ?? Infinity) - 1,
    )
    return `<span class="${isOutput ? 'output' : 'command'}">${escapeHtml(text)}</span>`
  })
  return oneLine(
    `<figure class="transcript"><pre tabindex="0" role="region" aria-label="${escapeHtml(t.transcript)}"><code class="nohighlight">${lines.join('\n')}</code></pre></figure>`,
  )
}
