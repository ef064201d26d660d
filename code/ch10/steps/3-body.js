import { Body } from '../lib/app/body.js'

const body = new Body()
body.add(Buffer.from('{"or'))
const whole = body.wait({ limit: 100, timeout: 0 })
body.add(Buffer.from('der":41}'))
body.end()
console.log(String(await whole))
console.log(String(await body.wait({ limit: 100, timeout: 0 })))

const large = new Body()
const failing = large.wait({ limit: 10, timeout: 0 })
large.add(Buffer.from('{"order":'))
large.add(Buffer.from('42}'))
await failing.catch((error) => console.log(error.status, error.code))
large.end()
console.log(String(await large.wait({ limit: 20, timeout: 0 })))
