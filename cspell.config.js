import { translationLanguages } from './tools/lib/languages.js'
import { spellingConfig } from './tools/spelling/config.js'

export default spellingConfig(translationLanguages())
