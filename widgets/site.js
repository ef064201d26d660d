// What every page loads: small, and nothing here is needed to read the book.
import catalogs from 'strings:./strings'
import { improveCopyButtons } from './site/copy.js'
import { startExercises } from './site/exercises.js'
import { improveKeyboard } from './site/keyboard.js'
import { followHeading } from './site/language-switch.js'
import { loadWidgets } from './site/lazy-widgets.js'
import { ProgressStore } from './site/progress.js'
import { startProgress } from './site/progress-marks.js'
import { startQuizzes } from './site/quiz.js'
import { startRunnables } from './site/runnable.js'
import { translator } from './strings.js'

const t = translator(catalogs, document.documentElement.lang)
const isPrintPage = /\/print\.html$/.test(location.pathname)

improveKeyboard(document)
improveCopyButtons(document, t)
followHeading(document)
if (isPrintPage) {
  // Hints, answers and data have to be on paper.
  for (const details of document.querySelectorAll('main details')) {
    details.setAttribute('open', '')
  }
} else {
  const store = new ProgressStore(() => localStorage)
  store.follow(window)
  startProgress(document, { store, contents: BOOK_CONTENTS, t })
  startQuizzes(document, t, store)
  startExercises(document, { store, t })
  startRunnables(document, t, store)
  loadWidgets(document, t)
}
