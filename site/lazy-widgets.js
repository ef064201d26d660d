/** @import { Translate } from './strings.js' */

/** How far below the window a widget begins to load. */
const MARGIN = '600px'

/**
 * Each `<div data-widget="name">` holds the same in words. When it comes near,
 * the module `widgets/name.js` defines the custom element of that name, and
 * the words fold up below it. They stay in sight when it cannot be loaded.
 * Until then `.widget-waiting` keeps about the room that it will take.
 *
 * @param {Document} document
 * @param {Translate} t
 */
export function loadWidgets(document, t) {
  const keepTarget = followTarget(document)
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        observer.unobserve(target)
        const box = /** @type {HTMLElement} */ (target)
        load(box, t).then(() => keepTarget(box))
      }
    },
    { rootMargin: MARGIN },
  )
  for (const box of document.querySelectorAll('[data-widget]')) {
    box.classList.add('widget', 'widget-waiting')
    observer.observe(box)
  }
}

/** What readers do to scroll by themselves. */
const OWN_SCROLLING = ['wheel', 'touchmove', 'pointerdown', 'keydown']

/**
 * A widget that grows above the heading that the address names pushes it out
 * of sight: bring it back, unless the reader has scrolled since.
 *
 * @param {Document} document
 * @returns {(box: Element) => void} to call when a widget is there
 */
function followTarget(document) {
  let scrolled = false
  for (const type of OWN_SCROLLING) {
    addEventListener(
      type,
      () => {
        scrolled = true
      },
      { capture: true, passive: true },
    )
  }
  addEventListener('hashchange', () => {
    scrolled = false
  })
  return (box) => {
    const target = document.querySelector(':target')
    if (scrolled || !target) return
    const { DOCUMENT_POSITION_FOLLOWING: below } = Node
    if (box.compareDocumentPosition(target) & below) target.scrollIntoView()
  }
}

/**
 * @param {HTMLElement} box
 * @param {Translate} t
 */
async function load(box, t) {
  const document = box.ownerDocument
  const name = box.dataset.widget ?? ''
  const words = [...box.childNodes]
  try {
    const url = new URL(`${path_to_root}widgets/${name}.js`, document.baseURI)
    await import(url.href)
    const element = document.createElement(name)
    box.prepend(element)
    const details = document.createElement('details')
    details.className = 'widget-alternative'
    const summary = document.createElement('summary')
    summary.textContent = t('textVersion')
    details.append(summary, ...words)
    box.append(details)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const message = document.createElement('p')
    message.className = 'widget-failed'
    message.textContent = t('widgetFailed', { reason })
    box.replaceChildren(message, ...words)
  } finally {
    box.classList.remove('widget-waiting')
  }
}
