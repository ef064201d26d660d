import { makeDialog } from './dialog.js'
import { element, uniqueId } from './dom.js'
import { openIndex } from './search-index.js'

/** @import { Translate } from './strings.js' */
/** @import { Answer, Result } from './search-index.js' */

/** How long nothing is typed before it is searched, in ms. */
const PAUSE = 40
const TYPED_INTO = 'input, textarea, select, [contenteditable]'

/** What was searched last, to go on from. */
let lastQuery = ''

/**
 * The button in the menu bar, `s` and `/` open the search. A book that was
 * built without an index has no button.
 *
 * @param {Document} document
 * @param {Translate} t
 */
export function startSearch(document, t) {
  const button = document.getElementById('search-toggle')
  if (!button) return
  button.addEventListener('click', () => new Search(t).open())
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, altKey, metaKey, target } = event
    if (ctrlKey || altKey || metaKey || !/^[sS/]$/.test(key)) return
    if (/** @type {Element} */ (target).closest(TYPED_INTO)) return
    event.preventDefault()
    new Search(t).open()
  })
}

/** A dialog with a field and what is found: a combobox and its listbox. */
class Search {
  #t
  #dialog
  #input
  #status
  #list
  /** @type {NodeJS.Timeout | undefined} */
  #timer
  #searches = 0

  /** @param {Translate} t */
  constructor(t) {
    this.#t = t
    const id = uniqueId('search')
    this.#input = /** @type {HTMLInputElement} */ (
      element('input', {
        id,
        type: 'text',
        inputmode: 'search',
        role: 'combobox',
        'aria-autocomplete': 'list',
        'aria-controls': `${id}-results`,
        'aria-expanded': 'false',
        autocomplete: 'off',
        autocapitalize: 'off',
        spellcheck: 'false',
        enterkeyhint: 'go',
      })
    )
    this.#input.value = lastQuery
    this.#status = element('p', { class: 'search-status', role: 'status' })
    this.#list = element('div', {
      id: `${id}-results`,
      class: 'search-results',
      role: 'listbox',
      'aria-label': t('search.results'),
      hidden: true,
    })
    const label = element('label', { for: id }, t('search.label'))
    this.#dialog = makeDialog(label, 'search-dialog')
    this.#dialog.append(
      element('div', { class: 'search-head' }, label, this.#closeButton()),
      this.#input,
      this.#status,
      this.#list,
    )
    this.#input.addEventListener('input', () => this.#typed())
    this.#input.addEventListener('keydown', (event) => this.#key(event))
    this.#list.addEventListener('click', (event) => this.#follow(event))
  }

  #closeButton() {
    const name = this.#t('search.close')
    const attributes = { type: 'button', 'aria-label': name, title: name }
    const button = element('button', attributes, '×')
    button.addEventListener('click', () => this.#dialog.close())
    return button
  }

  open() {
    this.#dialog.showModal()
    this.#input.focus()
    this.#input.select()
    this.#search()
  }

  #typed() {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#search(), PAUSE)
  }

  async #search() {
    const query = this.#input.value.trim()
    lastQuery = query
    this.#searches += 1
    const turn = this.#searches
    if (location.protocol === 'file:') {
      this.#show([], this.#t('search.file'))
      return
    }
    try {
      if (!isLoaded) this.#status.textContent = this.#t('search.loading')
      const ask = await openIndex()
      isLoaded = true
      if (query === '') this.#show([], '')
      else {
        const answer = await ask(query)
        // What was typed since then is searched, too.
        if (turn === this.#searches) this.#answer(query, answer)
      }
    } catch (error) {
      if (turn !== this.#searches) return
      const { message } = /** @type {Error} */ (error)
      this.#show([], this.#t('search.failed', { reason: message }))
    }
  }

  /** @param {string} query @param {Answer} answer */
  #answer(query, { count, results }) {
    const kind = count === 0 ? 'none' : count === 1 ? 'one' : 'many'
    this.#show(results, this.#t(`search.${kind}`, { query, count }))
  }

  /** @param {Result[]} results @param {string} said */
  #show(results, said) {
    this.#status.textContent = said
    this.#list.replaceChildren(...results.map(optionOf))
    this.#list.hidden = results.length === 0
    this.#list.scrollTop = 0
    this.#input.setAttribute('aria-expanded', String(results.length > 0))
    this.#choose(this.#list.firstElementChild)
  }

  /** @param {Element | null} option */
  #choose(option) {
    this.#chosen?.setAttribute('aria-selected', 'false')
    option?.setAttribute('aria-selected', 'true')
    option?.scrollIntoView({ block: 'nearest' })
    if (option) this.#input.setAttribute('aria-activedescendant', option.id)
    else this.#input.removeAttribute('aria-activedescendant')
  }

  get #chosen() {
    return this.#list.querySelector('[aria-selected="true"]')
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const chosen = this.#chosen
    if (event.isComposing || !chosen) return
    if (event.key === 'Enter') /** @type {HTMLElement} */ (chosen).click()
    else if (event.key === 'ArrowDown') {
      this.#choose(chosen.nextElementSibling ?? this.#list.firstElementChild)
    } else if (event.key === 'ArrowUp') {
      this.#choose(chosen.previousElementSibling ?? this.#list.lastElementChild)
    } else return
    event.preventDefault()
  }

  /** A result on this page leaves the page as it is. @param {MouseEvent} event */
  #follow(event) {
    const isHere = !event.ctrlKey && !event.metaKey && !event.shiftKey
    const option = /** @type {Element} */ (event.target).closest('a')
    if (option && isHere) this.#dialog.close()
  }
}

/** Whether the index has arrived. */
let isLoaded = false

/**
 * @param {Result} result
 * @returns {HTMLElement} an option that is a link, to be opened in any way
 */
function optionOf({ url, title, page, chapter, excerpt, isCode }) {
  const words = excerpt.flatMap(({ text, isFound }) => [
    isFound ? element('mark', {}, text) : text,
    ' ',
  ])
  const where = [chapter, page].filter((part) => part !== '').join(' · ')
  return element(
    'a',
    {
      id: uniqueId('search-result'),
      role: 'option',
      'aria-selected': 'false',
      href: url,
      tabindex: '-1',
    },
    element('span', { class: 'search-where' }, where),
    element('span', { class: 'search-title' }, title === page ? '' : title),
    element(isCode ? 'code' : 'span', { class: 'search-excerpt' }, ...words),
  )
}
