import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { makeChild, openShell } from './17-one.js'

const zygote = await openShell()
const child = makeChild('echo', ['hi'])
const closed = once(child, 'close')
zygote.run(child)
const { stdout } = /** @type {any} */ (child)
console.log(JSON.stringify(await text(stdout)), await closed)
zygote.retire()
