import { leave } from './drain.js'
import { tell } from './self.js'

/**
 * What a terminal sends, it sends to all processes: the primary decides. What
 * somebody sends to this worker lets it be replaced, and leave.
 */
export function heedOperator() {
  process.on('SIGINT', () => {}).on('SIGHUP', () => {})
  process.on('SIGTERM', () => {
    if (process.connected) tell({ velocy: 'terminated' })
    else leave()
  })
}
