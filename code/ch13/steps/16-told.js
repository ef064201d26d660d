import { setImmediate as nextTurn } from 'node:timers/promises'
import { NetEvents } from '../lib/app/net-events.js'

const output = { total: 0 }
const connection = /** @type {any} */ ({ socket: null, mayStay: true, output })
const req = /** @type {any} */ ({ complete: true, forgetBody() {} })

/** @param {string} what */
async function make(what) {
  await nextTurn()
  console.log(what)
  return /** @type {any} */ (new NetEvents(connection, req))
}

/** @param {any} res */
const listen = (res) =>
  res
    .on('finish', () => console.log('  finish', res.writableFinished))
    .on('close', () => console.log('  close', res.writableFinished))

const first = listen(await make('somebody listens'))
console.log('  watched:', first.isWatched)
first.sent()

const second = (await make('nobody listens')).on('error', console.log)
console.log('  watched:', second.isWatched)
second.sent()

listen(await make('the client has gone')).lost()
