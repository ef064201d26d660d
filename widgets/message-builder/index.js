/// <reference path="../../site/types.d.ts" />
import catalogs from 'strings:./strings'
import { element, uniqueId } from '../../site/dom.js'
import { languageOf, translator } from '../../site/strings.js'
import { bytesOf, measure, parse, REASONS, withLength, write } from './model.js'
import { presets } from './presets.js'
import { judge, neverHasBody } from './rules.js'

/** @typedef {import('./model.js').Parts} Parts */
/** @typedef {import('./model.js').Side} Side */
/** @typedef {import('./model.js').Line} Line */
/** @typedef {import('./rules.js').Verdict} Verdict */

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const VERSIONS = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/2']
/** Characters that are named, because nothing can be seen of them. */
const NAMES = /** @type {Record<string, string>} */ ({
  '\r': 'CR',
  '\n': 'LF',
  '\t': 'TAB',
  '\0': 'NUL',
})

class MessageBuilder extends HTMLElement {
  connectedCallback() {
    if (this.childElementCount > 0) return
    new Builder(this)
  }
}

/** A request and its response, as parts, as bytes, and by the rules. */
class Builder {
  /** @type {Side} */
  side = 'request'

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host
    this.t = translator(catalogs, languageOf(host))
    const { t } = this
    this.method = this.input('method', METHODS)
    this.target = this.input('target')
    this.version = this.select('version', VERSIONS)
    this.status = this.input('status', Object.keys(REASONS))
    this.fields = this.area('fields', 4)
    this.body = this.area('body', 2)
    this.chunks = this.check('chunks')
    this.hex = this.check('hex')
    this.reason = element('span', { class: 'reason' })
    this.length = element('button', { type: 'button' }, t('setLength'))
    this.size = element('p', { class: 'size' })
    this.wire = element('ol', { class: 'wire', 'aria-label': t('wire') })
    this.summary = element('p', { class: 'summary', role: 'status' })
    this.list = element('ul', { class: 'rules' })
    this.parser = element('p', { class: 'parser' })
    this.sides = this.sideButtons()
    const box = /** @type {HTMLElement | null} */ (
      host.closest('[data-widget]')
    )
    this.build()
    this.listen()
    const { preset = '', side } = box?.dataset ?? {}
    this.load(Object.hasOwn(presets, preset) ? preset : 'get')
    if (side === 'response' || side === 'request') this.turn(side)
  }

  /**
   * @param {string} name
   * @param {string[]} [choices] that are offered
   */
  input(name, choices = []) {
    const listId = uniqueId('choices')
    const field = /** @type {HTMLInputElement} */ (
      element('input', {
        id: uniqueId(name),
        type: 'text',
        maxlength: 200,
        list: choices.length > 0 && listId,
        ...code,
      })
    )
    const options = choices.map((value) => element('option', { value }))
    const row = this.row(name, field)
    if (choices.length > 0) {
      row.append(element('datalist', { id: listId }, ...options))
    }
    return { field, row }
  }

  /**
   * @param {string} name
   * @param {string[]} choices
   */
  select(name, choices) {
    const options = choices.map((choice) => element('option', {}, choice))
    const field = /** @type {HTMLSelectElement} */ (
      element('select', { id: uniqueId(name) }, ...options)
    )
    return { field, row: this.row(name, field) }
  }

  /**
   * @param {string} name
   * @param {number} rows
   */
  area(name, rows) {
    const hintId = uniqueId('hint')
    const field = /** @type {HTMLTextAreaElement} */ (
      element('textarea', {
        id: uniqueId(name),
        rows,
        maxlength: 2000,
        'aria-describedby': hintId,
        ...code,
      })
    )
    const row = this.row(name, field)
    const hint = this.t(`hint.${name}`)
    row.append(element('p', { class: 'hint-line', id: hintId }, hint))
    return { field, row }
  }

  /** @param {string} name */
  check(name) {
    const field = /** @type {HTMLInputElement} */ (
      element('input', { type: 'checkbox' })
    )
    const row = element('label', { class: 'switch' }, field, this.t(name))
    return { field, row }
  }

  /**
   * @param {string} name
   * @param {HTMLElement} field
   */
  row(name, field) {
    return element(
      'div',
      { class: `row ${name}` },
      element('label', { for: field.id }, this.t(name)),
      field,
    )
  }

  sideButtons() {
    return /** @type {const} */ (['request', 'response']).map((side) => {
      const button = element('button', { type: 'button' }, this.t(side))
      button.dataset.side = side
      button.addEventListener('click', () => this.turn(side))
      return button
    })
  }

  build() {
    const { t, host } = this
    const buttons = Object.keys(presets).map((name) => {
      const button = element('button', { type: 'button' }, t(`preset.${name}`))
      button.dataset.preset = name
      button.addEventListener('click', () => this.load(name))
      return button
    })
    this.status.row.append(this.reason)
    /** @param {string} name @param {HTMLElement[]} some */
    const group = (name, some) =>
      element(
        'div',
        { class: `toolbar ${name}`, role: 'group', 'aria-label': t(name) },
        ...some,
      )
    host.append(
      element('p', { class: 'widget-title' }, t('title')),
      group('presets', buttons),
      group('sides', this.sides),
      element(
        'div',
        { class: 'start' },
        this.method.row,
        this.target.row,
        this.version.row,
        this.status.row,
      ),
      this.fields.row,
      this.body.row,
      element('div', { class: 'toolbar' }, this.length, this.chunks.row),
      element(
        'div',
        { class: 'wire-head' },
        element('p', { class: 'caption' }, t('wire')),
        this.hex.row,
      ),
      this.wire,
      this.size,
      this.summary,
      this.list,
      this.parser,
    )
  }

  listen() {
    const { host, hex } = this
    host.addEventListener('input', ({ target }) => {
      if (target === hex.field) return this.show()
      this.press('')
      this.read()
    })
    this.length.addEventListener('click', () => {
      this.fields.field.value = withLength(this.parts)
      this.press('')
      this.read()
    })
  }

  /** @param {string} name of a preset */
  load(name) {
    const { side, request, response } = presets[name]
    this.messages = { request: { ...request }, response: { ...response } }
    this.turn(side)
    this.press(name)
  }

  /** @param {string} name of the preset that is shown, '' for none */
  press(name) {
    for (const button of this.host.querySelectorAll('[data-preset]')) {
      const pressed = button.getAttribute('data-preset') === name
      button.setAttribute('aria-pressed', String(pressed))
    }
  }

  /** @param {Side} side to be built */
  turn(side) {
    this.side = side
    for (const button of this.sides) {
      button.setAttribute('aria-pressed', String(button.dataset.side === side))
    }
    const isRequest = side === 'request'
    this.target.row.hidden = !isRequest
    this.status.row.hidden = isRequest
    const label = this.method.row.querySelector('label')
    if (label) label.textContent = this.t(isRequest ? 'method' : 'answersTo')
    const parts = this.parts
    for (const name of texts) this[name].field.value = parts[name]
    this.chunks.field.checked = parts.chunks
    this.show()
  }

  /** @returns {Parts} of the message that is being built */
  get parts() {
    if (!this.messages) throw new Error('no preset was loaded')
    return this.messages[this.side]
  }

  /** Takes what has been typed. */
  read() {
    const { parts } = this
    for (const name of texts) parts[name] = this[name].field.value
    parts.chunks = this.chunks.field.checked
    if (this.messages) this.messages.response.method = parts.method
    if (this.messages) this.messages.request.method = parts.method
    this.show()
  }

  show() {
    const { side, parts } = this
    this.reason.textContent = REASONS[parts.status] ?? ''
    const lines = write(side, parts)
    this.showWire(lines)
    this.showRules(lines)
  }

  /** @param {Line[]} lines */
  showWire(lines) {
    const { t, wire, size, hex } = this
    const { head, body } = measure(lines)
    size.textContent = t('size', { head, body, all: head + body })
    let offset = 0
    const beyond = head + this.announced(lines)
    wire.classList.toggle('hex', hex.field.checked)
    wire.replaceChildren(
      ...lines.map(({ kind, text }) => {
        const start = offset
        const cells = [...text].map((character) => {
          const bytes = bytesOf(character)
          const isBeyond = offset >= beyond
          offset += bytes.length
          return this.cell(character, bytes, isBeyond)
        })
        return element(
          'li',
          { class: kind },
          element(
            'span',
            { class: 'offset', 'aria-hidden': 'true' },
            `${start}`,
          ),
          element(
            'div',
            {},
            element('code', {}, ...cells),
            ...(kind === 'injected' || kind === 'size'
              ? [element('span', { class: 'note' }, t(`note.${kind}`))]
              : []),
          ),
        )
      }),
    )
  }

  /**
   * How much of the body the content-length announces; all of it when there
   * is none that counts.
   *
   * @param {Line[]} lines
   */
  announced(lines) {
    const { side, parts } = this
    const said = judge(side, parts).find(({ id }) => id === 'bytes')
    const isLess = said?.values.kind === 'less'
    return isLess ? Number(said?.values.said) : measure(lines).body
  }

  /**
   * @param {string} character
   * @param {Uint8Array} bytes
   * @param {boolean} isBeyond the end that content-length announces
   */
  cell(character, bytes, isBeyond) {
    const name = NAMES[character]
    const isPlain = /[ -~]/.test(character)
    const isHex = this.hex.field.checked
    const isShown = isHex || !(isPlain || name)
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    return element(
      'span',
      {
        class: [
          name ? 'control' : isPlain ? 'plain' : 'wide',
          isBeyond && 'beyond',
        ]
          .filter(Boolean)
          .join(' '),
      },
      name ?? (isHex && character === ' ' ? '␣' : character),
      ...(isShown ? [element('small', {}, hex.join(' '))] : []),
    )
  }

  /** @param {Line[]} lines */
  showRules(lines) {
    const { t, side, parts, summary, list, parser } = this
    const verdicts = judge(side, parts)
    /** @param {string} state */
    const count = (state) =>
      verdicts.filter((verdict) => verdict.state === state).length
    const said = t('summary', {
      broken: count('broken'),
      advice: count('advice'),
      kept: count('kept'),
    })
    if (summary.textContent !== said) summary.textContent = said
    summary.classList.toggle('some-broken', count('broken') > 0)
    list.replaceChildren(...verdicts.map((verdict) => this.rule(verdict)))
    parser.hidden = side === 'response'
    if (side === 'response') return
    const { error, status } = parse(lines)
    parser.replaceChildren(
      `${t('parser')} `,
      ...(error
        ? [`${status} – `, element('span', { lang: 'en' }, error)]
        : [t('parserAccepts')]),
    )
  }

  /** @param {Verdict} verdict */
  rule({ id, state, rfc, section, values }) {
    const { t } = this
    const kind = values.kind ? `.${values.kind}` : ''
    const never = neverHasBody(this.side, this.parts)
    const reference = element(
      'a',
      { href: `https://www.rfc-editor.org/rfc/rfc${rfc}#section-${section}` },
      `RFC ${rfc} §${section}`,
    )
    return element(
      'li',
      { class: state, 'data-rule': id },
      element('span', { class: 'state' }, t(`state.${state}`)),
      ' ',
      t(`rule.${id}`, { never }),
      ' ',
      reference,
      ...(state === 'kept'
        ? []
        : [element('p', {}, t(`why.${id}${kind}`, visible(values)))]),
    )
  }
}

/**
 * @param {import('./rules.js').Values} values
 * @returns {Record<string, string>} with names for what cannot be seen
 */
function visible(values) {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      String(value).replace(/[\r\n\t\0]/g, (found) => `⟨${NAMES[found]}⟩`),
    ]),
  )
}

/** Of a field for code: nothing is corrected, nothing is capitalised. */
const code = { spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off' }

/** What is typed or chosen. */
const texts = /** @type {const} */ ([
  'method',
  'target',
  'version',
  'status',
  'fields',
  'body',
])

customElements.define('message-builder', MessageBuilder)
