import { Router } from '../lib/index.js'

const router = new Router()
for (const path of process.argv.slice(2)) {
  router.get(path, () => {})
  console.log(`+ ${path}\n${router}\n`)
}
