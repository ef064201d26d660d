import { translationLanguages } from './tools/manuscript/languages.js'
import { spellingConfig } from './tools/spelling/config.js'

export default spellingConfig(translationLanguages())
