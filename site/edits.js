/**
 * What a reader has changed in the listings: kept for as long as the tab is
 * open, so that a page which is loaded again has it.
 */

/** Begins as every key of ours does: site/progress.js. */
const PREFIX = 'velocy-listing:'

/**
 * @param {string} program `ch07/steps/1-order.js`
 * @returns {string | null} null when it was not changed, or nothing can be
 *   kept
 */
export function editOf(program) {
  try {
    return sessionStorage.getItem(PREFIX + program)
  } catch {
    // Forbidden: what is typed lasts as long as the page.
    return null
  }
}

/**
 * @param {string} program
 * @param {string | null} text null forgets it
 */
export function keepEdit(program, text) {
  try {
    if (text === null) sessionStorage.removeItem(PREFIX + program)
    else sessionStorage.setItem(PREFIX + program, text)
  } catch {
    // Forbidden or full: what is typed lasts as long as the page.
  }
}

/** Forgets all of them. */
export function forgetEdits() {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
    }
  } catch {
    // What cannot be reached was not put there by this page.
  }
}
