import { commandOf } from '../lib/processes/options.js'

const { file, argv, stdio } = commandOf('ls | wc -l', [], { shell: true })
console.log(file, argv, stdio)

const options = [{ uid: 1000 }, { timout: 5 }, { stdio: 'inherit' }]
for (const option of /** @type {any[]} */ (options)) {
  try {
    commandOf('ls', [], option)
  } catch (error) {
    console.log(/** @type {Error} */ (error).message)
  }
}
