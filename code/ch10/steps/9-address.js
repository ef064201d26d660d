import { parseJson } from '../lib/http/json.js'

const bodies = [
  '{"card": "4111 1111 1111 1111", "cvc": O37}',
  '{"order": 41,\n "bags": 2,}',
  '{"order": 41, "note": "two bags',
  '',
]
for (const body of bodies) {
  try {
    parseJson(body)
  } catch (error) {
    const { status, message } = /** @type {any} */ (error)
    console.log(status, message)
  }
}
