/// <reference path="../types.d.ts" />
/**
 * What a run prints, and how it ended, in words. Part of the bundles that show
 * runs; it loads nothing.
 */
import { element } from '../dom.js'
import { plainText } from './ansi.js'

/** @import { Translate } from '../strings.js' */
/** @import { Outcome, RunEvent } from '../../browser-node/sandbox.js' */

/** How much of the output is shown, in characters. */
const SHOWN = 100_000
/** How much of it a screen reader says by itself, in characters. */
const SAID = 300

/**
 * @typedef {object} Output
 * @property {HTMLElement} element
 * @property {() => void} clear
 * @property {() => void} begin clears it for a run
 * @property {(event: RunEvent) => void} add what is not output is left alone
 * @property {(outcome: Outcome) => void} end says how it ended
 */

/**
 * @param {object} options
 * @param {Translate} options.t of playground/strings
 * @param {string} options.program `ch07/steps/1-order.js`
 * @param {string} [options.language] BCP 47, for numbers
 * @param {number} [options.timeLimit] of the run, in ms
 * @param {(line: number, column: number | null) => void} [options.goTo] shows
 *   a line of the program; without it lines are only named
 * @param {string} [options.command] what does the same in a terminal, at the
 *   root of the repository; unless told, `node` with the file in its chapter
 * @returns {Output}
 */
export function createOutput(options) {
  const { t, program, language = 'en', timeLimit = 10_000, goTo } = options
  const [chapter, ...rest] = program.split('/')
  const file = rest.join('/')
  const { command } = options
  const text = element('code', { class: 'nohighlight' })
  const printed = element(
    'pre',
    {
      class: 'run-printed',
      tabindex: 0,
      role: 'region',
      'aria-label': t('output.label', { file }),
    },
    text,
  )
  const cut = element('p', { class: 'run-cut', hidden: true })
  const fault = element('div', { class: 'run-fault' })
  // Said when it changes; the output itself is not, it may be a megabyte.
  const verdict = element('p', { class: 'run-verdict', role: 'status' })
  const box = element(
    'div',
    { class: 'run-output' },
    printed,
    cut,
    verdict,
    fault,
  )
  /** @type {{ stream: string, text: string }[]} */
  let waiting = []
  let frame = 0
  let length = 0
  let lines = 0
  /** The beginning of the output. */
  let beginning = ''
  let plain = { stdout: plainText(), stderr: plainText() }
  clear()
  return { element: box, clear, begin, add, end }

  function clear() {
    cancelAnimationFrame(frame)
    waiting = []
    frame = 0
    length = 0
    lines = 0
    beginning = ''
    plain = { stdout: plainText(), stderr: plainText() }
    text.replaceChildren()
    printed.hidden = true
    cut.hidden = true
    fault.replaceChildren()
    verdict.replaceChildren()
    delete box.dataset.ended
  }

  function begin() {
    clear()
    verdict.textContent = t('run.running')
  }

  /** @param {RunEvent} event */
  function add(event) {
    if (event.type !== 'output') return
    const { stream, text: piece } = event
    const visible = plain[stream](piece)
    lines += visible.split('\n').length - 1
    beginning += visible.slice(0, Math.max(0, SAID + 1 - beginning.length))
    const room = SHOWN - length
    length += visible.length
    if (room <= 0 || visible === '') return
    waiting.push({ stream, text: visible.slice(0, room) })
    frame ||= requestAnimationFrame(flush)
  }

  function flush() {
    cancelAnimationFrame(frame)
    frame = 0
    for (const piece of waiting) append(piece)
    waiting = []
    printed.hidden = text.childNodes.length === 0
    if (length > SHOWN) {
      const limit = SHOWN.toLocaleString(language)
      cut.textContent = t('output.cut', { limit })
      cut.hidden = false
    }
  }

  /** @param {{ stream: string, text: string }} piece */
  function append({ stream, text: added }) {
    const last = text.lastElementChild
    const span =
      last?.className === stream ? last : element('span', { class: stream })
    if (span !== last) text.append(span)
    span.append(added)
  }

  /** @param {Outcome} outcome */
  function end(outcome) {
    flush()
    box.dataset.ended = outcome.ended
    fault.replaceChildren(...faultOf(outcome))
    const silent = length === 0 && outcome.ended === 'exit'
    const said = element('span', { class: 'visually-hidden' })
    said.append(` ${saying(outcome)}`)
    verdict.replaceChildren(
      ending(outcome),
      silent ? ` ${t('ended.silent')}` : '',
      said,
    )
  }

  /**
   * What a screen reader says of the error and of the output.
   *
   * @param {Outcome} outcome
   */
  function saying(outcome) {
    const { error } = outcome
    const words = explanationOf(outcome) ?? (error && summaryOf(error))
    const fault = words ? `${words} ` : ''
    if (length === 0) return fault
    return length <= SAID
      ? fault + t('output.printed', { text: beginning })
      : fault +
          t('output.printedMuch', { count: lines.toLocaleString(language) })
  }

  /**
   * What a page does not have, in the reader's language; the error itself is
   * in English.
   *
   * @param {Outcome} outcome
   * @returns {string | null} null where the error says more
   */
  function explanationOf({ ended, error }) {
    if (ended !== 'unsupported' || !error?.hint) return null
    const { key, name } = error.hint
    return t(key, { name })
  }

  /** @param {Outcome} outcome */
  function ending({ ended, status }) {
    if (ended === 'exit' && status) return t('ended.status', { status })
    const seconds = (timeLimit / 1000).toLocaleString(language)
    return t(`ended.${ended}`, { seconds })
  }

  /** @param {Outcome} outcome @returns {HTMLElement[]} */
  function faultOf(outcome) {
    const { ended, error } = outcome
    /** @type {HTMLElement[]} */
    const parts = []
    if (error && !explanationOf(outcome)) parts.push(errorElement(error))
    if (error?.hint) {
      const { key, name } = error.hint
      parts.push(element('p', {}, t(key, { name })))
    }
    if (ended === 'unsupported') {
      const where = command
        ? t('output.locallyRoot')
        : t('output.locally', { folder: `code/${chapter}` })
      parts.push(
        element('p', {}, where),
        commandElement(command ?? `node ${file}`),
      )
    }
    return parts
  }

  /** @param {NonNullable<Outcome['error']>} error */
  function errorElement(error) {
    const { stack, file: where, line } = error
    const said = element('strong', {}, summaryOf(error))
    const place = element('p', { class: 'run-error' }, said)
    const own = goTo ? placeIn(error, program) : null
    if (where !== null && !(own && where === file)) {
      const at = line === null ? where : `${where}:${line}`
      place.append(' ', element('code', {}, at))
      if (own) place.append(' ', t('error.called'))
    }
    if (own) place.append(' ', lineButton(own))
    const summary = element('summary', {}, t('error.trace'))
    const trace = element('pre', {}, element('code', {}, plainText()(stack)))
    trace.firstElementChild?.classList.add('nohighlight')
    const details = element('details', {}, summary, trace)
    return element('div', {}, place, details)
  }

  /** @param {{ line: number, column: number | null }} place */
  function lineButton({ line, column }) {
    const button = element(
      'button',
      { type: 'button', 'aria-label': t('error.goLabel', { line }) },
      t('error.go', { line }),
    )
    button.addEventListener('click', () => goTo?.(line, column))
    return button
  }

  /** @param {string} line of a shell; copied by site/copy.js */
  function commandElement(line) {
    const label = t('output.copy')
    const button = element(
      'button',
      {
        type: 'button',
        class: 'clip-button',
        title: label,
        'aria-label': label,
      },
      element('i', { class: 'tooltiptext', role: 'status' }),
    )
    return element(
      'pre',
      {},
      element('div', { class: 'buttons' }, button),
      element('code', { class: 'nohighlight' }, line),
    )
  }
}

/**
 * Where the reader's own file has a part in an error: where it was thrown, or
 * the call that led there.
 *
 * @param {NonNullable<Outcome['error']>} error
 * @param {string} program `ch07/steps/1-order.js`
 * @returns {{ line: number, column: number | null } | null} both from 1; null
 *   when it has none
 */
export function placeIn({ file, line, column, stack }, program) {
  if (line !== null && program.replace(/^[^/]*\//, '') === file) {
    return { line, column }
  }
  for (const frame of stack.split('\n')) {
    const [, path, ...numbers] =
      /^\s+at .*\/velocy\/([^\s():?]+)(?:\?[^\s():]*)?:(\d+):(\d+)\)?$/.exec(
        frame,
      ) ?? []
    if (path !== program) continue
    const [at, from] = numbers.map(Number)
    return { line: at, column: from }
  }
  return null
}

/**
 * @param {{ name: string, message: string }} error
 * @returns {string} its first line, as Node.js prints it
 */
export function summaryOf({ name, message }) {
  return message ? `${name}: ${message}` : name
}
