import { Router } from 'velocy'

/** Keeps its loop busy for a while, so that others have to wait in the queue. */
function serve() {
  const end = performance.now() + 20
  while (performance.now() < end);
  return 'welcome'
}

export default new Router().get('/', serve)
