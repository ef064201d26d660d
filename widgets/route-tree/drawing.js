/** The tree as nested lists, which move when it grows. */
import { element } from '../../site/dom.js'

/** @typedef {import('./walk.js').TreeNode} TreeNode */
/** @typedef {import('./walk.js').Step} Step */
/** @typedef {import('./walk.js').Change} Change */

/** In ms. */
const MOVE = 420

/**
 * @param {TreeNode} tree
 * @param {object} shown
 * @param {Step[]} shown.steps of the lookup, up to the one that is shown
 * @param {Map<string, Change> | null} shown.changed by the route that was
 *   added last; null when the lookup is what is looked at
 * @param {import('../../site/strings.js').Translate} shown.t
 */
export function drawTree(tree, { steps, changed, t }) {
  const marks = marksOf(steps)
  const isAtStart = steps.length <= 1
  /** @param {TreeNode} node @returns {HTMLElement} */
  const draw = (node) => {
    const mark = marks.get(node.id) ?? ''
    const isCurrent = !isAtStart && node.id === steps.at(-1)?.node.id
    const change = changed?.get(node.id)
    const chip = element(
      'span',
      {
        class: ['node', node.kind, mark, isCurrent && 'current']
          .filter(Boolean)
          .join(' '),
        'data-change': change ?? null,
        'data-id': node.id,
      },
      element('code', { class: 'label' }, node.label),
      ...(mark ? [hidden(t(`mark.${mark}`))] : []),
      ...(isCurrent ? [hidden(t('mark.here'))] : []),
      ...(node.route === null
        ? []
        : [element('span', { class: 'route' }, node.route)]),
      ...(change
        ? [element('span', { class: 'badge' }, t(`badge.${change}`))]
        : []),
    )
    if (node.children.length === 0) return element('li', {}, chip)
    const below = element('ul', {}, ...node.children.map(draw))
    return element('li', {}, chip, below)
  }
  return draw(tree)
}

/** @param {string} text for those who do not see the marks */
const hidden = (text) =>
  element('span', { class: 'visually-hidden' }, ` (${text})`)

/**
 * @param {Step[]} steps
 * @returns {Map<string, 'entered' | 'failed' | 'found'>} by the node's id
 */
function marksOf(steps) {
  /** @type {Map<string, 'entered' | 'failed' | 'found'>} */
  const marks = new Map()
  const last = steps.at(-1)
  if (!last || steps.length === 1) return marks
  for (const { type, node, trail } of steps) {
    if (type === 'mismatch' || type === 'empty') marks.set(node.id, 'failed')
    for (const { id } of trail) marks.set(id, 'failed')
  }
  for (const { id } of last.trail) marks.set(id, 'entered')
  if (last.type === 'found') marks.set(last.node.id, 'found')
  if (last.type === 'lost') marks.set(last.node.id, 'failed')
  return marks
}

/** Where a tree is drawn: what moves is seen moving, unless that disturbs. */
export class TreeBox {
  /** @param {string} label */
  constructor(label) {
    this.list = element('ul', { 'aria-label': label })
    this.scroller = element('div', { class: 'tree-scroller' }, this.list)
    this.element = element('div', { class: 'tree' }, this.scroller)
    const { scroller } = this
    const observer = new ResizeObserver(() => {
      // What scrolls can be reached by Tab; what does not is no stop.
      const scrolls =
        scroller.scrollWidth > scroller.clientWidth ||
        scroller.scrollHeight > scroller.clientHeight
      if (scrolls) scroller.tabIndex = 0
      else scroller.removeAttribute('tabindex')
      this.hint()
    })
    observer.observe(this.list)
    observer.observe(scroller)
    scroller.addEventListener('scroll', () => this.hint(), { passive: true })
  }

  /** Marks the sides where there is more. */
  hint() {
    const { scroller } = this
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = scroller
    // Half a pixel may be left of a length that is not a whole one.
    const more = {
      left: scrollLeft > 1,
      right: scrollLeft + clientWidth < scroller.scrollWidth - 1,
      top: scrollTop > 1,
      bottom: scrollTop + clientHeight < scroller.scrollHeight - 1,
    }
    const sides = Object.entries(more).filter(([, isMore]) => isMore)
    this.element.dataset.more = sides.map(([side]) => side).join(' ')
  }

  /** @param {HTMLElement} root */
  show(root) {
    const before = this.places()
    this.list.replaceChildren(root)
    const isFirst = before.size === 0
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    this.reveal()
    if (!isFirst && !still) this.move(before)
  }

  chips() {
    return /** @type {HTMLElement[]} */ ([
      ...this.list.querySelectorAll('.node'),
    ])
  }

  /** @param {HTMLElement} chip */
  place(chip) {
    const { left, top } = chip.getBoundingClientRect()
    const origin = this.list.getBoundingClientRect()
    return { x: left - origin.left, y: top - origin.top }
  }

  /** @returns {Map<string, { x: number, y: number }>} of each node, by id */
  places() {
    return new Map(
      this.chips().map((chip) => [chip.dataset.id ?? '', this.place(chip)]),
    )
  }

  /** @param {Map<string, { x: number, y: number }>} before */
  move(before) {
    const timing = { duration: MOVE, easing: 'ease-out' }
    // All places first: asking for one after a move lays all out again.
    const chips = this.chips().map((chip) => ({ chip, ...this.place(chip) }))
    for (const { chip, ...place } of chips) {
      const old = before.get(chip.dataset.id ?? '')
      if (!old) {
        chip.animate(
          [
            { opacity: 0, transform: 'translateX(-1.5rem)' },
            { opacity: 1, transform: 'none' },
          ],
          timing,
        )
        continue
      }
      const x = old.x - place.x
      const y = old.y - place.y
      if (x === 0 && y === 0) continue
      chip.animate(
        [{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }],
        timing,
      )
    }
  }

  /** Scrolls the box, not the page, to what the step is about. */
  reveal() {
    const { scroller: box } = this
    const chip = /** @type {HTMLElement} */ (
      box.querySelector('.current') ??
        box.querySelector('[data-change]') ??
        box.querySelector('.node')
    )
    const label = /** @type {HTMLElement} */ (chip.firstElementChild)
    const room = chip.offsetHeight
    const { x, y } = this.place(chip)
    const { offsetTop, offsetLeft } = this.list
    scroll(box, 'scrollTop', y + offsetTop, 2 * room, box.clientHeight)
    scroll(
      box,
      'scrollLeft',
      x + offsetLeft,
      label.offsetWidth + room,
      box.clientWidth,
    )
  }
}

/**
 * @param {HTMLElement} box
 * @param {'scrollTop' | 'scrollLeft'} side
 * @param {number} start of what is to be seen
 * @param {number} length of it, and some room
 * @param {number} window what can be seen at once
 */
function scroll(box, side, start, length, window) {
  const isBefore = start - length / 2 < box[side]
  const isBehind = start + length > box[side] + window
  if (isBefore) box[side] = start - length / 2
  else if (isBehind) box[side] = start + length - window
}
