import { commandOf, settingOf } from '../lib/processes/command.js'

const { file, args, stdio } = commandOf('sh', ['-c', 'ls | wc -l'])
console.log(file, args, stdio)

for (const env of [{ NAME: "it's" }, { 'a.b': '1' }]) {
  console.log(settingOf(env, { HOME: '/' }))
}

for (const option of [{ uid: 1000 }, { timout: 5 }, { stdio: 'inherit' }]) {
  try {
    commandOf('ls', [], /** @type {any} */ (option))
  } catch (error) {
    console.log(/** @type {Error} */ (error).message)
  }
}
