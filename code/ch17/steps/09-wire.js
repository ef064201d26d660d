import pg from 'pg'
import { farAway } from './09-far.js'

/** @param {Buffer} chunk @returns {string} the letter of each message in it */
function lettersOf(chunk) {
  let letters = ''
  for (let at = 0; at < chunk.length; at += 1 + chunk.readInt32BE(at + 1)) {
    letters += String.fromCharCode(chunk[at])
  }
  return letters
}

/** @type {string[]} what has been said, by either side in turn */
let said = []
const far = await farAway(1, (sign, chunk) => {
  if (!said.at(-1)?.startsWith(sign)) said.push(`${sign} `)
  said[said.length - 1] += lettersOf(chunk)
})

/** @param {string} title @param {pg.QueryConfig} query @param {boolean} [pipeline] */
async function show(title, query, pipeline = false) {
  const client = new pg.Client({ connectionString: far.url, pipeline })
  await client.connect()
  said = []
  const asked = []
  for (const id of [1, 2, 3]) {
    asked.push(client.query({ ...query, values: [id] }))
    if (!pipeline) await asked.at(-1)
  }
  await Promise.all(asked)
  console.log(`${title}: ${said.join(' ')}`)
  await client.end()
}

const text = 'SELECT $1::int + 1'
await show('A text', { text })
await show('With a name', { text, name: 'add' })
await show('In a pipeline', { text, name: 'add' }, true)
far.close()
