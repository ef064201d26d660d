import { listing } from '../lib/listing.js'
import { fromRoot } from '../lib/paths.js'
import { readCommands } from '../transcripts/parse.js'
import { highlightLines, languageOf } from './highlight.js'
import { escapeHtml, oneLine } from './html.js'
import { sourceUrl } from './repository.js'
import { fill } from './strings.js'

/**
 * @param {{ kind: string, text: string }[]} lines
 * @param {string | null} language
 * @returns {string[]} one `<span class="line …">` per line
 */
export function lineElements(lines, language) {
  // Removed lines are highlighted apart: they are not part of the program.
  const kept = lines.filter((line) => line.kind !== 'removed')
  const gone = lines.filter((line) => line.kind === 'removed')
  const keptHtml = highlightLines(
    kept.map((line) => line.text),
    language,
  )
  const goneHtml = gone.flatMap((line) => highlightLines([line.text], language))
  return lines.map((line) => {
    const html = line.kind === 'removed' ? goneHtml.shift() : keptHtml.shift()
    return `<span class="line ${line.kind}">${html}</span>`
  })
}

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
  const label = directive.target.includes(':')
    ? `${shown.path} (${directive.target.split(':')[1]})`
    : shown.path
  return oneLine(
    `<figure class="listing" data-lang="${language ?? 'text'}">` +
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
 * @returns {string} one line of HTML
 */
export function plainListingHtml(file, lines) {
  const language = languageOf(file)
  const name = fromRoot(file)
  const code = lineElements(
    lines.map((text) => ({ kind: 'plain', text })),
    language,
  ).join('\n')
  return oneLine(
    `<figure class="listing" data-lang="${language ?? 'text'}"><figcaption><a class="listing-path" href="${sourceUrl(name)}">${escapeHtml(name)}</a></figcaption>` +
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
