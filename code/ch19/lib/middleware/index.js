export { files } from './files.js'
