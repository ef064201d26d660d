import { decode } from '../lib/common/percent.js'
import { normalizePath } from '../lib/router/path.js'

const paths = ['/%68ello', '/caf%c3%a9', '/a%2fb', '/a%2541', '/c%2B+']
paths.push('/%22a%22', '/100%')

for (const path of paths) {
  try {
    const normal = normalizePath(path)
    console.log(`${path.padEnd(12)} ${normal.padEnd(12)} ${decode(normal)}`)
  } catch (error) {
    console.log(`${path.padEnd(12)} ${error}`)
  }
}
