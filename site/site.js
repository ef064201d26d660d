// What every page loads: small, and nothing here is needed to read the book.
import catalogs from 'strings:./strings'
import { improveCopyButtons } from './copy.js'
import { startExercises } from './exercises.js'
import { startFolds } from './folds.js'
import { improveKeyboard } from './keyboard.js'
import { followHeading, recallLanguage } from './language-switch.js'
import { loadWidgets } from './lazy-widgets.js'
import { ProgressStore } from './progress.js'
import { startProgress } from './progress-marks.js'
import { startQuizzes } from './quiz.js'
import { startRunnables } from './runnable.js'
import { startSearch } from './search.js'
import { openIndex } from './search-index.js'
import { translator } from './strings.js'

const t = translator(catalogs, document.documentElement.lang)
const isPrintPage = /\/print\.html$/.test(location.pathname)

recallLanguage(document)
improveKeyboard(document)
improveCopyButtons(document, t)
followHeading(document)
startSearch(document, t)
preloadSearch(document)
if (isPrintPage) {
  // Hints, answers and data have to be on paper.
  for (const details of document.querySelectorAll('main details')) {
    details.setAttribute('open', '')
  }
} else {
  startFolds(document, t)
  const store = new ProgressStore(() => localStorage)
  store.follow(window)
  startProgress(document, { store, contents: BOOK_CONTENTS, t })
  startQuizzes(document, t, store)
  startExercises(document, { store, t })
  startRunnables(document, t, store)
  loadWidgets(document, t)
}

/**
 * The index begins to load when the pointer, or a finger, is on its way.
 *
 * @param {Document} document
 */
function preloadSearch(document) {
  const load = () =>
    location.protocol === 'file:' || openIndex().catch(() => {})
  document
    .getElementById('search-toggle')
    ?.addEventListener('pointerenter', load, { once: true })
}
