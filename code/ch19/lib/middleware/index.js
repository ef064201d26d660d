export { compress } from './compress.js'
export { files } from './files.js'
export { multipart } from './multipart.js'
