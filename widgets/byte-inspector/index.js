import catalogs from 'strings:./strings'
import { element, uniqueId } from '../../site/dom.js'
import { languageOf, translator } from '../../site/strings.js'
import { Bytes, glyph, legend } from '../bytes/bytes.js'
import { describeRequest, describeSegment } from './describe.js'
import { inspect, toBytes } from './model.js'
import { presets } from './presets.js'

/** @import { Segment, SeenRequest } from './model.js' */

/** More bytes than this are slow to show and no easier to understand. */
const MOST_CHARACTERS = 2000

const LEGEND = [
  'method',
  'target',
  'version',
  'field-name',
  'field-value',
  'line-end',
  'space',
]

/** @typedef {import('../../site/strings.js').Translate} Translate */

class ByteInspector extends HTMLElement {
  connectedCallback() {
    if (this.childElementCount > 0) return
    new Inspector(this, translator(catalogs, languageOf(this)))
  }
}

/** A request as the server sees it: bytes that arrive, named one by one. */
class Inspector {
  /**
   * @param {HTMLElement} host
   * @param {Translate} t
   */
  constructor(host, t) {
    this.host = host
    this.t = t
    /** @type {Uint8Array} */
    this.bytes = new Uint8Array()
    const rawId = uniqueId('raw')
    const sliderId = uniqueId('arrived')
    this.raw = /** @type {HTMLTextAreaElement} */ (
      element('textarea', {
        id: rawId,
        rows: 6,
        maxlength: MOST_CHARACTERS,
        spellcheck: 'false',
        autocapitalize: 'off',
      })
    )
    this.crlf = /** @type {HTMLInputElement} */ (
      element('input', { type: 'checkbox', checked: true })
    )
    this.slider = /** @type {HTMLInputElement} */ (
      element('input', { type: 'range', id: sliderId, min: 0, value: 0 })
    )
    this.count = element('span', { 'aria-hidden': 'true' })
    this.state = element('div', { class: 'sentence', role: 'status' })
    this.grid = new Bytes(t('bytes'), t('bytesHelp'))
    host.append(
      element('p', { class: 'widget-title' }, t('title')),
      element('p', { class: 'lead' }, t('lead')),
      this.toolbar(),
      element('label', { for: rawId }, t('raw')),
      this.raw,
      element('label', { class: 'switch' }, this.crlf, t('crlf')),
      element(
        'div',
        { class: 'arrived' },
        element(
          'span',
          {},
          element('label', { for: sliderId }, t('arrived')),
          ': ',
          this.count,
        ),
        this.slider,
      ),
      this.state,
      ...this.grid.elements,
      legend(t('legend'), LEGEND, (kind) => t(`kind.${kind}`)),
    )
    this.listen()
    this.load('simple')
  }

  /** @returns {HTMLElement} */
  toolbar() {
    const { t } = this
    const buttons = Object.keys(presets).map((name) => {
      const button = element('button', { type: 'button' }, t(`preset.${name}`))
      button.dataset.preset = name
      button.addEventListener('click', () => this.load(name))
      return button
    })
    return element(
      'div',
      { class: 'toolbar', role: 'group', 'aria-label': t('presets') },
      ...buttons,
    )
  }

  listen() {
    const { raw, crlf, slider } = this
    const edited = () => {
      this.press('')
      this.read()
    }
    raw.addEventListener('input', edited)
    crlf.addEventListener('change', () => this.read())
    slider.addEventListener('input', () => this.show())
  }

  /** @param {string} name of a preset */
  load(name) {
    const { raw, crlf } = this
    raw.value = presets[name].text
    crlf.checked = true
    this.press(name)
    this.read(presets[name].arrived)
  }

  /** @param {string} name of the preset that is shown, '' for none */
  press(name) {
    for (const button of this.host.querySelectorAll('button')) {
      const pressed = button.dataset.preset === name
      button.setAttribute('aria-pressed', String(pressed))
    }
  }

  /**
   * Takes the bytes from the text.
   *
   * @param {number} [arrived] how many of them are there
   */
  read(arrived) {
    const { raw, crlf, slider } = this
    this.bytes = toBytes(raw.value, crlf.checked)
    slider.max = String(this.bytes.length)
    slider.value = String(arrived ?? this.bytes.length)
    this.show()
  }

  /** Shows what is known of the bytes that have arrived. */
  show() {
    const { t, slider, count, state, grid, bytes } = this
    const arrived = Number(slider.value)
    const { requests, segments } = inspect(bytes, arrived)
    const words = t('arrivedOf', { arrived, total: bytes.length })
    count.textContent = words
    slider.setAttribute('aria-valuetext', words)
    state.className = `sentence ${requests.at(-1)?.state ?? 'incomplete'}`
    state.replaceChildren(element('ol', {}, ...this.states(requests)))
    const faults = requests
      .filter((request) => request.state === 'invalid')
      .map((request) => request.error?.at)
    grid.show(segments.map((segment) => this.part(segment, faults)))
  }

  /** @param {SeenRequest[]} requests */
  states(requests) {
    const { t, bytes } = this
    if (requests.length === 0) return [element('li', {}, t('state.nothing'))]
    return requests.map((request, i) =>
      element(
        'li',
        { 'data-state': request.state },
        element('strong', {}, t('request', { number: i + 1 })),
        describeRequest(request, bytes, t),
      ),
    )
  }

  /**
   * @param {Segment} segment
   * @param {(number | undefined)[]} faults offsets of bytes that are wrong
   */
  part(segment, faults) {
    const { t, bytes } = this
    const { kind, start, end } = segment
    const cells = Array.from(bytes.subarray(start, end), (byte, i) => ({
      byte,
      shown: glyph(byte),
      isFault: faults.includes(start + i),
    }))
    return { kind, words: describeSegment(segment, bytes, t), cells }
  }
}

customElements.define('byte-inspector', ByteInspector)
