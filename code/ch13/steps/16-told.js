import { setImmediate as nextTurn } from 'node:timers/promises'
import { NetSending } from '../lib/app/net-sending.js'

const connection = /** @type {any} */ ({ socket: null, mayStay: true })
const req = /** @type {any} */ ({ complete: true, forgetBody() {} })

/** @param {string} what */
async function make(what) {
  await nextTurn()
  console.log(what)
  return /** @type {any} */ (new NetSending(connection, req))
}

/** @param {any} res */
const listen = (res) =>
  res
    .on('finish', () => console.log('  finish', res.writableFinished))
    .on('close', () => console.log('  close', res.writableFinished))

const first = listen(await make('somebody listens'))
console.log('  watched:', first.isWatched)
first.sent()

const second = await make('somebody listens too late')
console.log('  watched:', second.isWatched)
second.sent()
listen(second)

listen(await make('the client has gone')).lost()
