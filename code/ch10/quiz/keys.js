import { parseJson } from '../lib/http/json.js'

const bodies = [
  '{"note": "__proto__"}',
  '{"\\u005f_proto__": {}}',
  '{"constructor": "Lego"}',
]
for (const body of bodies) {
  try {
    parseJson(body)
    console.log('taken')
  } catch (error) {
    console.log(/** @type {any} */ (error).code)
  }
}
