/// <reference path="../../site/types.d.ts" />
import catalogs from 'strings:./strings'
import { element, uniqueId } from '../../site/dom.js'
import { languageOf, translator } from '../../site/strings.js'
import { Bytes, glyph, legend } from '../bytes/bytes.js'
import { slider } from '../controls/controls.js'
import { describeFrame, describeOutcome, describeSegment } from './describe.js'
import {
  cut,
  isWaiting,
  linesOf,
  makeFrames,
  parseHex,
  receive,
} from './model.js'
import { hexOf, OWN, presets } from './presets.js'

/** @import { Frame, Segment } from './model.js' */

/** More characters than this make more bytes than are read. */
const LONGEST_TEXT = 200
const LONGEST_HEX = 4000

const LEGEND = ['first', 'second', 'length', 'key', 'payload']

class FrameDecoder extends HTMLElement {
  connectedCallback() {
    if (this.childElementCount > 0) return
    new Decoder(this)
  }
}

/** Bytes as frames, and what the chapter's reader makes of them. */
class Decoder {
  /** @type {Uint8Array} */
  #bytes = new Uint8Array()
  #wrong = ''

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host
    this.t = translator(catalogs, languageOf(host))
    const { t } = this
    const textId = uniqueId('text')
    const hexId = uniqueId('hex')
    const plain = { spellcheck: 'false', autocapitalize: 'off' }
    this.text = /** @type {HTMLInputElement} */ (
      element('input', {
        id: textId,
        type: 'text',
        maxlength: LONGEST_TEXT,
        ...plain,
      })
    )
    this.hex = /** @type {HTMLTextAreaElement} */ (
      element('textarea', {
        id: hexId,
        rows: 4,
        maxlength: LONGEST_HEX,
        ...plain,
      })
    )
    const make = () => this.#make()
    const range = { min: 1, max: 4, value: 1 }
    this.pieces = slider('pieces', t('pieces'), range, make)
    const show = () => this.#show()
    this.arrived = slider(
      'arrived',
      t('arrived'),
      { min: 0, max: 1, value: 1 },
      show,
      (arrived) => t('arrivedOf', { arrived, total: this.#bytes.length }),
    )
    this.state = element('div', { class: 'sentence', role: 'status' })
    this.grid = new Bytes(t('bytes'), t('bytesHelp'))
    host.append(
      element('p', { class: 'widget-title' }, t('title')),
      element('p', { class: 'lead' }, t('lead')),
      this.#toolbar(),
      element('label', { for: textId }, t('text')),
      this.text,
      this.pieces.row,
      element('label', { for: hexId }, t('hex')),
      this.hex,
      this.arrived.row,
      this.state,
      ...this.grid.elements,
      legend(t('legend'), LEGEND, (kind) => t(`kind.${kind}`)),
    )
    this.text.addEventListener('input', make)
    this.hex.addEventListener('input', () => {
      this.#press('')
      this.#read()
    })
    this.#load('hello')
  }

  #toolbar() {
    const { t } = this
    const buttons = Object.keys(presets).map((name) => {
      const button = element('button', { type: 'button' }, t(`preset.${name}`))
      button.dataset.preset = name
      button.addEventListener('click', () => this.#load(name))
      return button
    })
    const group = {
      class: 'toolbar',
      role: 'group',
      'aria-label': t('presets'),
    }
    return element('div', group, ...buttons)
  }

  /** @param {string} name of a preset */
  #load(name) {
    const preset = presets[name]
    const { text, count } = typeof preset === 'string' ? OWN : preset
    const { input } = this.pieces
    this.text.value = text
    input.value = String(count)
    input.dispatchEvent(new Event('input'))
    this.hex.value = hexOf(name)
    this.#press(name)
    this.#read()
  }

  /** @param {string} name of the preset that is shown, '' for none */
  #press(name) {
    for (const button of this.host.querySelectorAll('button')) {
      const pressed = button.dataset.preset === name
      button.setAttribute('aria-pressed', String(pressed))
    }
  }

  /** Makes frames of the text. */
  #make() {
    const { text, pieces } = this
    this.hex.value = linesOf(makeFrames(text.value, Number(pieces.input.value)))
    this.#press('')
    this.#read()
  }

  /** Takes the bytes from the hexadecimal text; all of them have arrived. */
  #read() {
    const { bytes, wrong } = parseHex(this.hex.value)
    this.#bytes = bytes
    this.#wrong = wrong
    const { input } = this.arrived
    input.max = String(bytes.length)
    input.value = input.max
    input.dispatchEvent(new Event('input'))
  }

  #show() {
    const { t, state, grid } = this
    const bytes = this.#bytes
    const arrived = Number(this.arrived.input.value)
    const { frames, segments } = cut(bytes, arrived)
    const received = receive(bytes, arrived)
    const outcome = describeOutcome(received, isWaiting(frames), t)
    const items = frames.map((frame, i) =>
      item(t('frame', { number: i + 1 }), describeFrame(frame, t)),
    )
    const wrong = this.#wrong && t('noByte', { wrong: this.#wrong })
    const verdict = [wrong, ...outcome].filter(Boolean).join(' ')
    const look = received.error
      ? 'invalid'
      : isWaiting(frames)
        ? 'incomplete'
        : 'complete'
    state.className = `sentence ${look}`
    state.replaceChildren(
      element('ol', {}, ...items, item(t('server'), verdict)),
    )
    grid.show(segments.map((segment) => this.#part(segment, frames)))
  }

  /** @param {Segment} segment @param {Frame[]} frames */
  #part(segment, frames) {
    const { kind, start, end } = segment
    const words = describeSegment(segment, this.#bytes, frames, this.t)
    const cells = Array.from(this.#bytes.subarray(start, end), (byte, i) => ({
      byte,
      shown:
        kind === 'payload' ? glyph(frames[segment.frame].payload[i]) : '\u00a0',
    }))
    return { kind, words, cells }
  }
}

/** @param {string} name @param {string} words */
const item = (name, words) =>
  element('li', {}, element('strong', {}, name), words)

customElements.define('frame-decoder', FrameDecoder)
