/** How Node prints values. */
import { restore } from './inspect-answers.js'
import 'node-inspect-extracted'

restore()

export {
  format,
  formatWithOptions,
  inspect,
  stripVTControlCharacters,
} from 'node-inspect-extracted'
