import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { openShell, runOf } from './17-one.js'

const zygote = await openShell()
const run = runOf('/bin/echo', ['hi'])
const { child } = run
const closed = once(child, 'close')
zygote.run(run)
const { stdout } = /** @type {any} */ (child)
console.log(JSON.stringify(await text(stdout)), await closed)
zygote.retire()
