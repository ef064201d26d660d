import { translationLanguages } from './tools/book/strings.js'
import { spellingConfig } from './tools/spelling/config.js'

export default spellingConfig(translationLanguages())
