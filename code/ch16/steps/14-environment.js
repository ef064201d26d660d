import { Environment } from '../lib/processes/environment.js'

const last = new Environment({ HOME: '/root', LANG: 'C', PATH: '/bin' })
const next = new Environment({ HOME: '/root', PATH: '/usr/bin', NAME: "it's" })
console.log(next.commandsAfter(last))

const odd = new Environment({ 'a.b': '1' })
console.log(odd.isPlain, odd.prefix)
