import { signer } from '../lib/middleware/signer.js'

const OLD = 'the key that we have had since last spring'
const NEW = 'a new key, which nobody has ever seen yet'

const before = signer(OLD)
const during = signer([NEW, OLD])
const after = signer(NEW)

const first = before.sign('discount', '10')
const second = during.sign('discount', '10')

for (const [when, { verify }] of Object.entries({ before, during, after })) {
  console.log(when, verify('discount', first), verify('discount', second))
}
console.log('as a role:', before.verify('role', first))
