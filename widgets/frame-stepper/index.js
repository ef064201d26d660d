/// <reference path="../../site/types.d.ts" />
import catalogs from 'strings:./strings'
import { element, reachWhenScrolling, uniqueId } from '../../site/dom.js'
import { languageOf, translator } from '../../site/strings.js'
import { decode, presets, streamOf } from './model.js'

/** @import { Part, Seen } from './model.js' */

const MOST_IN_A_CHUNK = 20

class FrameStepper extends HTMLElement {
  connectedCallback() {
    if (this.childElementCount > 0) return
    new Stepper(this)
  }
}

/** A stream of frames, cut into chunks that arrive one by one. */
class Stepper {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host
    this.t = translator(catalogs, languageOf(host))
    const { t } = this
    this.stream = streamOf(presets.two)
    this.size = slider(1, MOST_IN_A_CHUNK, 5)
    this.chunks = slider(0, 1, 0)
    this.sizeWords = element('span', { 'aria-hidden': 'true' })
    this.chunksWords = element('span', { 'aria-hidden': 'true' })
    this.bytes = element('ol', {
      class: 'frame-parts',
      'aria-label': t('bytes'),
    })
    this.result = element('dl', { class: 'frames-out' })
    host.append(
      element('p', { class: 'widget-title' }, t('title')),
      this.presetButtons(),
      row(t('size'), this.size, this.sizeWords),
      row(t('arrived'), this.chunks, this.chunksWords),
      this.bytes,
      element('div', { role: 'status' }, this.result),
    )
    reachWhenScrolling(this.bytes)
    this.size.addEventListener('input', () => this.cut(0))
    this.chunks.addEventListener('input', () => this.show())
    this.load('two', 2)
  }

  presetButtons() {
    const { t } = this
    const buttons = Object.keys(presets).map((name) => {
      const button = element('button', { type: 'button' }, t(`preset.${name}`))
      button.dataset.preset = name
      button.addEventListener('click', () => this.load(name, 0))
      return button
    })
    return element(
      'div',
      { class: 'toolbar', role: 'group', 'aria-label': t('presets') },
      ...buttons,
    )
  }

  /** @param {string} name of a preset @param {number} chunks to begin with */
  load(name, chunks) {
    for (const button of this.host.querySelectorAll('[data-preset]')) {
      const isPressed = button.getAttribute('data-preset') === name
      button.setAttribute('aria-pressed', String(isPressed))
    }
    this.stream = streamOf(presets[name])
    this.cut(chunks)
  }

  /** @param {number} chunks that have arrived */
  cut(chunks) {
    const size = Number(this.size.value)
    this.chunks.max = String(Math.ceil(this.stream.bytes.length / size))
    this.chunks.value = String(chunks)
    say(this.size, this.sizeWords, String(size))
    this.show()
  }

  show() {
    const { t, stream, chunks, chunksWords } = this
    const size = Number(this.size.value)
    const seen = decode(stream.bytes, size, Number(chunks.value))
    const total = Number(chunks.max)
    const words = { chunks: chunks.value, total, bytes: seen.arrived }
    say(chunks, chunksWords, t('arrivedOf', words))
    this.bytes.replaceChildren(
      ...stream.parts.map((part) => this.part(part, size, seen.arrived)),
    )
    this.tell(seen)
  }

  /** @param {Part} part @param {number} size @param {number} arrived */
  part({ name, start, end, frame }, size, arrived) {
    const cells = Array.from(
      this.stream.bytes.subarray(start, end),
      (byte, i) =>
        element(
          'code',
          {
            class: [
              start + i >= arrived && 'not-yet',
              start + i > 0 && (start + i) % size === 0 && 'after-cut',
            ]
              .filter(Boolean)
              .join(' '),
          },
          byte.toString(16).padStart(2, '0'),
        ),
    )
    return element(
      'li',
      { class: frame % 2 === 0 ? 'even' : 'odd' },
      element('i', {}, this.t(`part.${name}`)),
      element('span', { class: 'byte-row' }, ...cells),
    )
  }

  /** @param {Seen} seen */
  tell({ out, waiting }) {
    const { t } = this
    const frames = out.map(({ id, isEnd, text, chunk }) =>
      element(
        'dd',
        {},
        isEnd
          ? t('end', { id, chunk })
          : t('frame', { id, text: JSON.stringify(text), chunk }),
      ),
    )
    this.result.replaceChildren(
      element('dt', {}, t('waiting')),
      element('dd', {}, String(waiting)),
      element('dt', {}, t('frames')),
      ...(frames.length > 0 ? frames : [element('dd', {}, t('none'))]),
    )
  }
}

/** @param {number} min @param {number} max @param {number} value */
const slider = (min, max, value) =>
  /** @type {HTMLInputElement} */ (
    element('input', { type: 'range', id: uniqueId('range'), min, max, value })
  )

/**
 * @param {string} label
 * @param {HTMLInputElement} input
 * @param {HTMLElement} words what it stands at
 */
const row = (label, input, words) =>
  element(
    'div',
    { class: 'cut' },
    element(
      'span',
      {},
      element('label', { for: input.id }, label),
      ': ',
      words,
    ),
    input,
  )

/**
 * @param {HTMLInputElement} input
 * @param {HTMLElement} place
 * @param {string} words
 */
function say(input, place, words) {
  place.textContent = words
  input.setAttribute('aria-valuetext', words)
}

customElements.define('frame-stepper', FrameStepper)
