import { VelocyError } from 'velocy'
import { packError, unpackError } from '../lib/workers/errors.js'

const error = new VelocyError('ERR_BOATS_NO_SEAT', 'Ios is full', {
  status: 409,
})

for (const there of [
  structuredClone(error),
  unpackError(structuredClone(packError(error))),
]) {
  const isOurs = there instanceof VelocyError
  console.log(`${there.name}, ours: ${isOurs}, ${there.code}: ${there.message}`)
}
