/// <reference path="../../site/types.d.ts" />
import catalogs from 'strings:./strings'
import { element, reachWhenScrolling } from '../../site/dom.js'
import { languageOf, translator } from '../../site/strings.js'
import { choice } from '../controls/controls.js'
import { Stepper } from '../stepper/stepper.js'
import { describe } from './describe.js'
import { ATTACKS } from './model.js'

/** @import { Exchange } from './model.js' */

class AttackLab extends HTMLElement {
  connectedCallback() {
    if (this.childElementCount > 0) return
    new Lab(this)
  }
}

/** What eight attacks say to two shops, and what these say to them. */
class Lab {
  #attack = ATTACKS[0]

  /** @param {HTMLElement} host */
  constructor(host) {
    this.t = translator(catalogs, languageOf(host))
    const { t } = this
    const attacks = ATTACKS.map((value, index) => ({
      value,
      name: `${index + 1} ${t(`attack.${value.id}`)}`,
    }))
    this.stepper = new Stepper(host, t('steps'), () => this.#show())
    this.sentence = element('p', { class: 'sentence', role: 'status' })
    this.shops = element('div', { class: 'shops' })
    this.lines = element('div', { class: 'lines' })
    host.append(
      element('p', { class: 'widget-title' }, t('title')),
      element('p', { class: 'lead' }, t('lead')),
      ...choice('attack', t('attack'), attacks, (value) => {
        this.#attack = value
        this.#begin()
      }),
      this.stepper.toolbar,
      this.sentence,
      this.shops,
      this.lines,
    )
    this.#begin()
  }

  #begin() {
    const { was, is, open } = this.#attack
    this.stepper.reset(open.exchanges.length, 0)
    this.lines.replaceChildren(
      element('p', { class: 'caption' }, this.t('lines')),
      this.#code([`− ${was}`, 'removed'], [`+ ${is}`, 'added']),
    )
    this.#show()
  }

  #show() {
    const attack = this.#attack
    const { at } = this.stepper
    this.sentence.textContent = describe(attack, at, this.t)
    const isLast = at === attack.open.exchanges.length - 1
    this.shops.replaceChildren(
      this.#shop('open', attack.open.exchanges[at], isLast),
      this.#shop('closed', attack.closed.exchanges[at], isLast),
    )
  }

  /**
   * @param {'open' | 'closed'} shop
   * @param {Exchange} exchange
   * @param {boolean} isLast whether it's known what has come of the attack
   */
  #shop(shop, { request, answer }, isLast) {
    const { t } = this
    const name = t(isLast ? `${shop}.last` : shop)
    return element(
      'section',
      { 'aria-label': name, class: isLast ? shop : '' },
      element('p', { class: 'caption' }, name),
      this.#text(t('request'), request),
      this.#text(t('answer'), answer),
    )
  }

  /** @param {string} label @param {string} text */
  #text(label, text) {
    const lines = text.split('\n')
    return this.#pre(
      label,
      lines.map((line) => element('span', { class: 'line' }, `${line}\n`)),
    )
  }

  /** @param {[string, string][]} lines with their class */
  #code(...lines) {
    return this.#pre(
      this.t('lines'),
      lines.map(([text, kind]) =>
        element('span', { class: `line ${kind}` }, `${text}\n`),
      ),
    )
  }

  /** @param {string} label @param {HTMLElement[]} lines */
  #pre(label, lines) {
    const code = element('code', { class: 'nohighlight', lang: 'en' }, ...lines)
    const pre = element('pre', { 'aria-label': label, role: 'group' }, code)
    reachWhenScrolling(pre)
    return pre
  }
}

customElements.define('attack-lab', AttackLab)
