/// <reference path="../../site/types.d.ts" />
import catalogs from 'strings:./strings'
import { element, reachWhenScrolling, uniqueId } from '../../site/dom.js'
import { languageOf, translator } from '../../site/strings.js'
import { bits, decodeCut, hexPoint, takeApart } from './model.js'

/** Longer texts are not easier to understand. */
const MOST_CHARACTERS = 60

/** @type {Record<string, { text: string, cut: number }>} */
const presets = {
  joao: { text: 'joão', cut: 3 },
  euro: { text: '3 €', cut: 4 },
  combining: { text: 'joa\u0303o', cut: 4 },
  family: { text: '👩‍👩‍👧', cut: 5 },
}

class EncodingExplorer extends HTMLElement {
  connectedCallback() {
    if (this.childElementCount > 0) return
    new Explorer(this)
  }
}

/** A text, its bytes, and a cut between two of them. */
class Explorer {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host
    this.language = languageOf(host)
    this.t = translator(catalogs, this.language)
    const { t } = this
    const inputId = uniqueId('text')
    const cutId = uniqueId('cut')
    this.input = /** @type {HTMLInputElement} */ (
      element('input', {
        id: inputId,
        type: 'text',
        maxlength: MOST_CHARACTERS,
        autocomplete: 'off',
        spellcheck: 'false',
      })
    )
    this.slider = /** @type {HTMLInputElement} */ (
      element('input', { id: cutId, type: 'range', min: 0 })
    )
    this.lengths = element('dl', { class: 'lengths' })
    this.bytes = element('ol', { class: 'points', 'aria-label': t('bytes') })
    this.where = element('span', { 'aria-hidden': 'true' })
    this.decoded = element('dl', { class: 'decoded' })
    this.status = element('div', { role: 'status' }, this.decoded)
    host.append(
      element('p', { class: 'widget-title' }, t('title')),
      this.presetButtons(),
      element('label', { for: inputId }, t('text')),
      this.input,
      this.lengths,
      this.bytes,
      element(
        'div',
        { class: 'cut' },
        element(
          'span',
          {},
          element('label', { for: cutId }, t('cut')),
          ': ',
          this.where,
        ),
        this.slider,
      ),
      this.status,
    )
    reachWhenScrolling(this.bytes)
    this.input.addEventListener('input', () => {
      this.press('')
      this.read()
    })
    this.slider.addEventListener('input', () => this.show())
    this.load('joao')
  }

  presetButtons() {
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

  /** @param {string} name of a preset */
  load(name) {
    this.input.value = presets[name].text
    this.press(name)
    this.read(presets[name].cut)
  }

  /** @param {string} name of the preset that is shown, '' for none */
  press(name) {
    for (const button of this.host.querySelectorAll('[data-preset]')) {
      const pressed = button.getAttribute('data-preset') === name
      button.setAttribute('aria-pressed', String(pressed))
    }
  }

  /** @param {number} [cut] in bytes; in the middle unless told */
  read(cut) {
    this.taken = takeApart(this.input.value, this.language)
    const { length } = this.taken.bytes
    this.slider.max = String(length)
    this.slider.value = String(cut ?? length >> 1)
    this.show()
  }

  show() {
    const { t, taken, slider, lengths, bytes, where, decoded } = this
    if (!taken) return
    const cut = Number(slider.value)
    const words = t('cutAfter', { cut, total: taken.bytes.length })
    where.textContent = words
    slider.setAttribute('aria-valuetext', words)
    lengths.replaceChildren(
      ...pair(t('length.characters'), String(taken.characters.length)),
      ...pair(t('length.points'), String(taken.points.length)),
      ...pair(t('length.units'), String(taken.units)),
      ...pair(t('length.bytes'), String(taken.bytes.length)),
    )
    bytes.replaceChildren(
      ...taken.points.map((point) => this.point(point, cut)),
    )
    const { alone, streamed } = decodeCut(taken.bytes, cut)
    const quoted = (/** @type {string[]} */ parts) =>
      parts.map((part) => `“${part}”`).join(' + ')
    decoded.replaceChildren(
      ...pair(
        t('decoded.alone'),
        quoted(alone),
        alone.join('') !== streamed.join(''),
      ),
      ...pair(t('decoded.streamed'), quoted(streamed)),
    )
  }

  /**
   * @param {import('./model.js').Point} point
   * @param {number} cut
   */
  point({ value, text, bytes, start, character }, cut) {
    const isVisible = /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)
    return element(
      'li',
      { class: character % 2 === 0 ? 'even' : 'odd' },
      element('b', {}, isVisible ? text : '·'),
      element('i', {}, hexPoint(value)),
      element(
        'span',
        { class: 'byte-row' },
        ...bytes.map((byte, index) =>
          element(
            'code',
            { class: start + index === cut && cut > 0 ? 'after-cut' : '' },
            element('span', {}, byte.toString(16).padStart(2, '0')),
            element('small', {}, bits(byte)),
          ),
        ),
      ),
    )
  }
}

/**
 * @param {string} name
 * @param {string} value
 * @param {boolean} [isWrong]
 */
const pair = (name, value, isWrong = false) => [
  element('dt', {}, name),
  element('dd', { class: isWrong && 'wrong' }, value),
]

customElements.define('encoding-explorer', EncodingExplorer)
