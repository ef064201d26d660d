import { translationLanguages } from './tools/book-model/languages.js'
import { spellingConfig } from './tools/spelling/config.js'

export default spellingConfig(translationLanguages())
