/// <reference path="../../site/types.d.ts" />
import main from 'source:../../code/ch02/steps/loop/1-main.js'
import file from 'source:../../code/ch02/steps/loop/2-file.js'
import between from 'source:../../code/ch02/steps/loop/3-between.js'
import awaiting from 'source:../../code/ch02/steps/loop/4-await.js'
import starve from 'source:../../code/ch02/steps/loop/5-starve.js'
import late from 'source:../../code/ch02/steps/loop/6-late.js'
import catalogs from 'strings:./strings'
import { element, reachWhenScrolling } from '../../site/dom.js'
import { languageOf, translator } from '../../site/strings.js'
import { Stepper } from '../stepper/stepper.js'
import { queues, simulate } from './loop.js'
import { programs } from './programs.js'

/** @type {Record<string, string>} */
const sources = {
  '1-main.js': main,
  '2-file.js': file,
  '3-between.js': between,
  '4-await.js': awaiting,
  '5-starve.js': starve,
  '6-late.js': late,
}

const PHASES = ['main', 'poll', 'check', 'timers']

class LoopStepper extends HTMLElement {
  connectedCallback() {
    if (this.childElementCount > 0) return
    new View(this)
  }
}

/** A program, the queues of the event loop, and what has been printed. */
class View {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host
    this.t = translator(catalogs, languageOf(host))
    const { t } = this
    this.stepper = new Stepper(host, t('steps'), () => this.show())
    this.program = element('ol', {
      class: 'program',
      'aria-label': t('program'),
    })
    this.output = element('div', {
      class: 'output',
      role: 'region',
      'aria-label': t('output'),
    })
    this.phases = element('ol', { class: 'phases', 'aria-label': t('phases') })
    this.waiting = element('div', { class: 'queues' })
    this.sentence = element('p', { class: 'sentence', role: 'status' })
    host.append(
      element('p', { class: 'widget-title' }, t('title')),
      element('p', { class: 'lead' }, t('lead')),
      this.choice(),
      this.stepper.toolbar,
      this.sentence,
      element(
        'div',
        { class: 'stage' },
        element('div', {}, caption(t('program')), this.program),
        element('div', {}, caption(t('output')), this.output),
      ),
      this.phases,
      this.waiting,
    )
    for (const box of [this.program, this.output]) reachWhenScrolling(box)
    this.load(Object.keys(programs)[0])
  }

  choice() {
    const { t } = this
    const buttons = Object.keys(programs).map((name) => {
      const button = element('button', { type: 'button' }, name)
      button.dataset.program = name
      button.addEventListener('click', () => this.load(name))
      return button
    })
    return element(
      'div',
      { class: 'toolbar', role: 'group', 'aria-label': t('programs') },
      ...buttons,
    )
  }

  /** @param {string} name of a program */
  load(name) {
    for (const button of this.host.querySelectorAll('[data-program]')) {
      const pressed = button.getAttribute('data-program') === name
      button.setAttribute('aria-pressed', String(pressed))
    }
    this.program.replaceChildren(
      ...sources[name]
        .trimEnd()
        .split('\n')
        .map((line) => element('li', {}, line || ' ')),
    )
    this.steps = simulate(programs[name])
    this.stepper.reset(this.steps.length, 0)
    this.show()
  }

  show() {
    const { t, program, output, phases, waiting, sentence } = this
    const step = this.steps?.[this.stepper.at]
    if (!step) return
    for (const [index, line] of [...program.children].entries()) {
      if (index === step.line - 1) line.setAttribute('aria-current', 'step')
      else line.removeAttribute('aria-current')
    }
    output.textContent = step.output.join('\n')
    phases.replaceChildren(
      ...PHASES.map((name) =>
        element(
          'li',
          { 'aria-current': step.phase === name && 'step' },
          t(`phase.${name}`),
        ),
      ),
    )
    waiting.replaceChildren(
      ...queues.map((queue) =>
        element(
          'div',
          { class: 'queue' },
          caption(t(`queue.${queue}`)),
          element(
            'ol',
            { 'aria-label': t(`queue.${queue}`) },
            ...step.waiting[queue].map((name) => element('li', {}, name)),
          ),
        ),
      ),
    )
    sentence.textContent = t(`step.${step.what}`, {
      name: step.name,
      line: step.line,
      phase: t(`phase.${step.phase}`),
      queue: step.queue ? t(`queue.${step.queue}`) : '',
    })
  }
}

/** @param {string} text */
const caption = (text) => element('p', { class: 'caption' }, text)

customElements.define('loop-stepper', LoopStepper)
