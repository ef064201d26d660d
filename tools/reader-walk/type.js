/**
 * Typing a listing into a file by what the page shows of it: its caption says
 * where it goes, its marks say what is new, what is there and what goes.
 */
import { diffArrays } from 'diff'
import { isComment, isScript } from '../book-model/comments.js'
import { besideImports, importsOf } from '../book-model/imports.js'
import { partsOf, SymbolError } from '../book-model/symbols.js'

/** @typedef {import('./page.js').ListingStep} ListingStep */
/** @typedef {{ start: number, end: number }} Range of line indexes, half-open */

/** A listing that a reader who types it has no place for. */
export class TypingError extends Error {}

/** @param {string} text */
const isBlank = (text) => text.trim() === ''

/** @param {string | null} text of a file @returns {string[]} */
const linesOf = (text) =>
  text === null ? [] : text.replace(/\n$/, '').split('\n')

/**
 * A program without its comments, which are not typed.
 *
 * @typedef {object} Program
 * @property {string[][]} imports its statements
 * @property {string[]} rest
 */

/** @param {string[]} lines @returns {Program} */
function programOf(lines) {
  const code = lines.filter((line) => !isComment(line))
  const imports = importsOf(code)
  return {
    imports: imports.map((one) => one.lines),
    rest: besideImports(code).map((i) => code[i]),
  }
}

/** @param {Program} program @returns {string[]} */
function linesOfProgram({ imports, rest }) {
  const top = rest[0]?.startsWith('#!') ? 1 : 0
  const gap = imports.length > 0 && !isBlank(rest[top] ?? '') ? [''] : []
  return [...rest.slice(0, top), ...imports.flat(), ...gap, ...rest.slice(top)]
}

/** @param {ListingStep['lines']} lines @returns {string[]} what is to be typed */
const kept = (lines) =>
  lines
    .filter(({ kind }) => kind !== 'removed' && kind !== 'gap')
    .map(({ text }) => text)

/**
 * A file's parts, by the names that a caption uses.
 *
 * @param {string[]} lines
 * @param {ListingStep} step
 * @returns {import('../book-model/symbols.js').Part[]}
 */
function parts(lines, { path }) {
  try {
    return partsOf(lines.join('\n'), path)
  } catch (error) {
    if (!(error instanceof SymbolError)) throw error
    throw new TypingError(
      `the file does not parse as it stands, so "${error.message}" hides where this goes`,
    )
  }
}

/** @param {string[]} lines @param {ListingStep} step @param {string} name */
function partNamed(lines, step, name) {
  const found = parts(lines, step).find((part) => part.name === name)
  if (found) return found
  throw new TypingError(`the file has no "${name}" yet, beside which this goes`)
}

/**
 * @param {string[]} lines
 * @param {ListingStep} step
 * @returns {number} index before which it is typed
 */
function insertAt(lines, step) {
  const { kind, name } = step
  if (kind === 'start' || name === 'imports') return 0
  if (kind === 'end') return lines.length
  if (kind === 'line') {
    const found = lines.flatMap((line, i) => (line.trim() === name ? [i] : []))
    if (found.length === 1) return found[0] + 1
    throw new TypingError(
      `the caption says "below the line ${name}", and the file has ${found.length} such lines`,
    )
  }
  const part = partNamed(lines, step, name)
  if (kind === 'above') return part.start
  if (kind === 'below') return part.end
  if (!part.head) throw new TypingError(`"${name}" is no class`)
  return kind === 'open' ? part.head.opening + 1 : part.end - 1
}

/**
 * @param {string[]} lines
 * @param {number} at
 * @param {string[]} more
 * @returns {string[]} with blank lines around what is put in
 */
function insert(lines, at, more) {
  const before = lines.slice(0, at)
  const after = lines.slice(at)
  return [
    ...before,
    ...(before.length > 0 && !isBlank(before[at - 1]) ? [''] : []),
    ...more,
    ...(after.length > 0 && !isBlank(after[0]) ? [''] : []),
    ...after,
  ]
}

/**
 * @typedef {object} Fit
 * @property {number} end
 * @property {string[]} result what stands there afterwards
 * @property {number} score how many lines were found
 */

/** @typedef {{ kind: string, lines: string[] }} Run lines of one kind in a row */

/** @param {ListingStep['lines']} lines @returns {Run[]} */
function runsOf(lines) {
  /** @type {Run[]} */
  const runs = []
  for (const { kind, text } of lines) {
    const last = runs.at(-1)
    if (last?.kind === kind) last.lines.push(text)
    else runs.push({ kind, lines: [text] })
  }
  return runs
}

/**
 * @param {string[]} lines of the file
 * @param {number} start
 * @param {string[]} wanted
 * @returns {number} index after them; -1 if they do not stand there
 */
function endOf(lines, start, wanted) {
  let at = start
  for (const text of wanted) {
    if (isBlank(text)) continue
    while (at < lines.length && isBlank(lines[at])) at += 1
    if (lines[at] !== text) return -1
    at += 1
  }
  return at
}

/**
 * Holds a listing against a file from one line on. What the page shows as
 * unchanged must be there. What it shows as removed may have gone already, and
 * what it shows as new may have come, in a listing before.
 *
 * @param {string[]} lines
 * @param {number} start
 * @param {Run[]} runs
 * @returns {Fit | null}
 */
function fit(lines, start, runs) {
  if (runs.length === 0) return { end: start, result: [], score: 0 }
  const [{ kind, lines: own }, ...rest] = runs
  const isRemoved = kind === 'removed'
  const isOptional = isRemoved || kind === 'added'
  const end = endOf(lines, start, own)
  // A brace alone may be any brace.
  const isTelling = kind !== 'added' || own.some((text) => /\w{3}/.test(text))
  const found = end !== -1 && isTelling ? fit(lines, end, rest) : null
  const then = found ?? (isOptional ? fit(lines, start, rest) : null)
  if (then === null) return null
  return {
    end: then.end,
    result: isRemoved ? then.result : [...own, ...then.result],
    score: then.score + (found ? own.length : 0),
  }
}

/**
 * @param {string[]} lines
 * @param {ListingStep['lines']} wanted without gaps
 * @param {Range} within
 */
function change(lines, wanted, within) {
  /** @type {(Fit & { start: number })[]} */
  const fits = []
  const first = wanted.findIndex(({ text }) => !isBlank(text))
  const runs = runsOf(wanted.slice(first))
  for (let start = within.start; start < within.end; start++) {
    if (isBlank(lines[start])) continue
    const found = fit(lines, start, runs)
    if (found && found.score > 0) fits.push({ ...found, start })
  }
  const best = Math.max(...fits.map(({ score }) => score))
  const chosen = fits.filter(({ score }) => score === best)
  if (chosen.length === 0) {
    const context = wanted.find(
      ({ kind, text }) =>
        ['context', 'plain'].includes(kind) &&
        !isBlank(text) &&
        !lines.includes(text),
    )
    throw new TypingError(
      context
        ? `it fits nowhere: the page shows "${context.text.trim()}" as a line that is there, and the file does not have it`
        : 'it fits nowhere in the file',
    )
  }
  if (chosen.length > 1) {
    const places = chosen.map(({ start }) => start + 1).join(' and ')
    throw new TypingError(`it fits in more than one place: at lines ${places}`)
  }
  const [{ start, end, result }] = chosen
  return [...lines.slice(0, start), ...result, ...lines.slice(end)]
}

/**
 * @param {ListingStep['lines']} lines
 * @returns {ListingStep['lines'][]} what stands between the gaps
 */
function pieces(lines) {
  /** @type {ListingStep['lines'][]} */
  const found = [[]]
  for (const line of lines) {
    if (line.kind === 'gap') found.push([])
    else found[found.length - 1].push(line)
  }
  return found
}

/** @param {string[]} lines @param {ListingStep} step */
function changeAll(lines, step) {
  let result = lines
  const all = pieces(step.lines)
  for (const [i, piece] of all.entries()) {
    // The last line of a class, shown below a gap, is no change; and where only
    // imports or comments change, nothing of it is left here.
    const isOld = piece.every(({ kind }) => ['context', 'plain'].includes(kind))
    if (isOld && (i > 0 || all.length > 1)) continue
    result = change(result, piece, { start: 0, end: result.length })
  }
  return result
}

/** @param {string[]} lines @param {ListingStep} step */
function replace(lines, step) {
  const named = step.name.split(',').map((name) => partNamed(lines, step, name))
  const start = Math.min(...named.map((part) => part.start))
  const end = Math.max(...named.map((part) => part.end))
  return [...lines.slice(0, start), ...kept(step.lines), ...lines.slice(end)]
}

/** @param {string[]} lines */
const withoutBlanks = (lines) => lines.filter((line) => !isBlank(line))

/** @param {string[]} lines @param {ListingStep} step */
function mustBeThere(lines, step) {
  for (const piece of pieces(step.lines)) {
    const text = withoutBlanks(kept(piece)).join('\n')
    if (withoutBlanks(lines).join('\n').includes(text)) continue
    throw new TypingError(
      'the page says that this is in the file, and it is not',
    )
  }
}

/**
 * @param {string[][]} imports of a file
 * @param {ListingStep['lines']} lines of a listing
 * @returns {string[][]} those of the file afterwards
 */
function typeImports(imports, lines) {
  /** @param {string[]} kinds @returns {string[][]} */
  const shown = (...kinds) =>
    importsOf(
      lines.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => text),
    ).map((one) => one.lines)
  const [old, now] = [
    shown('removed', 'context'),
    shown('added', 'context', 'plain'),
  ]
  const has = (/** @type {string[][]} */ all, /** @type {string[]} */ one) =>
    all.some((other) => other.join('\n') === one.join('\n'))
  const missing = old.find((one) => !has(imports, one))
  if (missing) {
    throw new TypingError(
      `the page shows "${missing.join(' ')}" as an import that is there, and the file does not have it`,
    )
  }
  const left = imports.filter((one) => has(now, one) || !has(old, one))
  return [...left, ...now.filter((one) => !has(left, one))]
}

/**
 * @param {ListingStep['lines']} lines of a listing
 * @returns {ListingStep['lines']} those that are neither imports nor comments
 */
function codeOf(lines) {
  const code = lines.filter(({ text }) => !isComment(text))
  /** @param {string} other @returns {ListingStep['lines']} its imports */
  const importsBeside = (other) => {
    const own = code.filter(({ kind }) => kind !== other && kind !== 'gap')
    const texts = own.map(({ text }) => text)
    return importsOf(texts).flatMap(({ start, end }) => own.slice(start, end))
  }
  const imports = new Set([
    ...importsBeside('added'),
    ...importsBeside('removed'),
  ])
  return code.filter((line) => !imports.has(line))
}

/**
 * Fills in what is not typed: the comments of the snapshot, its blank lines
 * and the order of its imports.
 *
 * @param {string} text as it was typed
 * @param {string} snapshot the file at the end of the chapter
 */
export function fillIn(text, snapshot) {
  const wanted = linesOf(snapshot)
  const order = importsOf(wanted).map(({ source }) => source)
  const { imports, rest } = programOf(linesOf(text))
  const sorted = imports
    .map((lines) => ({ lines, at: order.indexOf(importsOf(lines)[0].source) }))
    .sort((a, b) => a.at - b.at)
    .map(({ lines }) => lines)
  const typed = linesOfProgram({ imports: sorted, rest })
  const isCode = (/** @type {string} */ line) =>
    !isBlank(line) && !isComment(line)
  /** @type {string[]} */
  const result = []
  let at = 0
  for (const part of diffArrays(typed.filter(isCode), wanted.filter(isCode))) {
    for (const line of part.value) {
      if (part.removed) {
        result.push(line)
        continue
      }
      const found = wanted.findIndex((_, i) => i >= at && isCode(wanted[i]))
      if (!part.added) result.push(...wanted.slice(at, found), line)
      at = found + 1
    }
  }
  const isWhole = wanted.filter(isCode).length === result.filter(isCode).length
  if (isWhole) result.push(...wanted.slice(at))
  return `${result.join('\n')}\n`
}

/**
 * @param {string | null} text of the file; null when there is none
 * @param {ListingStep} step
 * @param {(name: string) => string | null} read another file, by the name that
 *   the caption uses
 * @returns {string} the file afterwards
 * @throws {TypingError}
 */
export function typeListing(text, step, read) {
  const { kind } = step
  if (['new', 'part', 'piece'].includes(kind)) {
    if (text !== null) {
      throw new TypingError('the page calls this a new file, and there is one')
    }
    return `${kept(step.lines).join('\n')}\n`
  }
  const before = kind === 'copy' ? read(step.name) : text
  if (before === null) {
    throw new TypingError(
      kind === 'copy'
        ? `there is no ${step.name} to be copied`
        : 'this goes into a file that is not there yet',
    )
  }
  if (kind === 'whole') return `${kept(step.lines).join('\n')}\n`
  if (!isScript(step.path)) {
    return `${typeLines(linesOf(before), step).join('\n')}\n`
  }
  const { imports, rest } = programOf(linesOf(before))
  const lines = codeOf(step.lines)
  const isTyped = lines.some(
    (line) => line.kind !== 'gap' && !isBlank(line.text),
  )
  const program = {
    imports: typeImports(imports, step.lines),
    rest: isTyped ? typeLines(rest, { ...step, lines }) : rest,
  }
  return `${linesOfProgram(program).join('\n')}\n`
}

/**
 * @param {string[]} lines of the file
 * @param {ListingStep} step
 * @returns {string[]} those of the file afterwards
 */
function typeLines(lines, step) {
  const { kind, name } = step
  if (kind === 'there') mustBeThere(lines, step)
  // Beside what it brings for the imports, it shows what is there.
  if (kind === 'there' || (kind === 'change' && name === 'imports'))
    return lines
  if (kind === 'change' || kind === 'copy') return changeAll(lines, step)
  if (kind === 'instead') return replace(lines, step)
  return insert(lines, insertAt(lines, step), kept(step.lines))
}
