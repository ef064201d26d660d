/** @import { Translate } from './strings.js' */

/** What stands before a line, and is no part of it. */
const SIGN = '.sign'

/** @param {Node} node @returns {string} its text, without signs */
function textOf(node) {
  const copy = /** @type {Element | DocumentFragment} */ (node.cloneNode(true))
  for (const sign of copy.querySelectorAll(SIGN)) sign.remove()
  return copy.textContent ?? ''
}

/**
 * What a reader wants to paste: a program without the lines it no longer has
 * or has elsewhere, a session's commands without prompts and output.
 *
 * @param {Element} block the `pre`, or the `figure` around it
 * @returns {string}
 */
export function copyableText(block) {
  const lines = [...block.querySelectorAll('.line:not(.removed, .gap)')]
  if (lines.length > 0) {
    return `${lines.map(textOf).join('\n')}\n`
  }
  const commands = [...block.querySelectorAll('.command')]
  if (commands.length > 0) {
    return commands
      .map((line) => `${(line.textContent ?? '').replace(/^[$>] /, '')}\n`)
      .join('')
  }
  return block.querySelector('code')?.textContent ?? ''
}

/**
 * What a selection inside one listing or transcript puts on the clipboard.
 * Removed lines are left out unless they are all that is selected; prompts,
 * when commands are all that is selected. Output that someone has marked by
 * hand is wanted, and so are the lines of a fold that is closed.
 *
 * @param {Range} range
 * @returns {string | null} null when it is copied as it stands
 */
export function selectedText(range) {
  const start = range.startContainer
  const inside = start instanceof Element ? start : start.parentElement
  const code = inside?.closest('.listing pre > code, .transcript pre > code')
  if (!code?.contains(range.endContainer)) return null
  const lines = [...code.querySelectorAll('.line, .command, .output')].filter(
    (line) => range.intersectsNode(line),
  )
  const left = lines.filter((line) => !line.matches('.removed, .gap'))
  const commands = lines.every((line) => line.classList.contains('command'))
  const isListing = lines.some((line) => line.matches('.line'))
  if (!isListing && !commands) return null
  return (left.length > 0 ? left : lines)
    .map((line) => {
      const part = document.createRange()
      part.selectNodeContents(line)
      if (line.contains(start)) part.setStart(start, range.startOffset)
      if (line.contains(range.endContainer)) {
        part.setEnd(range.endContainer, range.endOffset)
      }
      const text = textOf(part.cloneContents())
      return commands ? text.replace(/^[$>] /, '') : text
    })
    .join('\n')
}

/**
 * mdBook has given each `pre` a copy button. Ours stays in the corner while
 * the code scrolls, speaks the page's language and copies `copyableText`.
 *
 * @param {Document} document
 * @param {Translate} t
 */
export function improveCopyButtons(document, t) {
  for (const button of document.querySelectorAll('.clip-button')) {
    const figure = button.closest('figure.listing, figure.transcript')
    const buttons = button.parentElement
    if (figure && buttons) figure.append(buttons)
    const transcript = figure?.classList.contains('transcript')
    const label = t(transcript ? 'copyCommands' : 'copy')
    button.setAttribute('title', label)
    button.setAttribute('aria-label', label)
    button.querySelector('.tooltiptext')?.setAttribute('role', 'status')
  }
  document.addEventListener('copy', (event) => {
    const selection = document.getSelection()
    if (selection?.rangeCount !== 1) return
    const text = selectedText(selection.getRangeAt(0))
    if (text === null || !event.clipboardData) return
    event.clipboardData.setData('text/plain', text)
    event.preventDefault()
  })
  // In the capture phase, so that mdBook's own handler does not copy too.
  document.addEventListener(
    'click',
    async (event) => {
      const target = /** @type {Element} */ (event.target)
      const button = target.closest('.clip-button')
      const block = button?.closest('figure, pre')
      if (!button || !block) return
      event.stopPropagation()
      const text = editedText(block) ?? copyableText(block)
      const done = await copy(document, text)
      say(button, t(done ? 'copied' : 'copyFailed'))
    },
    true,
  )
}

/**
 * What stands in the editor that has taken the place of a listing's code
 * (playground/runnable.js).
 *
 * @param {Element} block
 * @returns {string | null} null without an editor
 */
function editedText(block) {
  const detail = { text: null }
  block.dispatchEvent(new CustomEvent('copy-text', { detail }))
  return detail.text
}

/**
 * @param {Document} document
 * @param {string} text
 * @returns {Promise<boolean>} whether it is on the clipboard now
 */
async function copy(document, text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // The clipboard needs a secure origin and permission; selecting does not.
    const field = document.createElement('textarea')
    field.value = text
    field.style.position = 'fixed'
    field.style.opacity = '0'
    document.body.append(field)
    field.select()
    const done = document.execCommand('copy')
    field.remove()
    return done
  }
}

/**
 * @param {Element} button
 * @param {string} message
 */
function say(button, message) {
  const tip = button.querySelector('.tooltiptext')
  if (!tip) return
  tip.textContent = message
  button.classList.add('tooltipped')
  setTimeout(() => {
    tip.textContent = ''
    button.classList.remove('tooltipped')
  }, 2000)
}
