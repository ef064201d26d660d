import { commandOf } from '../lib/processes/command.js'

const { file, args, stdio } = commandOf('ls | wc -l', [], { shell: true })
console.log(file, args, stdio)
const { prefix } = commandOf('env', [], { env: { NAME: "it's" } })
console.log(prefix)

for (const option of [{ uid: 1000 }, { timout: 5 }, { stdio: 'inherit' }]) {
  try {
    commandOf('ls', [], /** @type {any} */ (option))
  } catch (error) {
    console.log(/** @type {Error} */ (error).message)
  }
}
