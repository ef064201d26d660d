import { gzipSync } from 'node:zlib'

const TOKEN = 'd81c4f'
/** @param {string} search */
const page = (search) =>
  `<p>You searched for ${search}</p>` +
  `<a href="/logout?token=${TOKEN}">Log out</a>`
/** @param {string} search */
const lengthFor = (search) => gzipSync(page(search)).length

// What follows needs nothing but lengthFor.
let known = 'token='
for (let i = 0; i < 6; i++) {
  const digits = [...'0123456789abcdef']
  const lengths = digits.map((digit) => lengthFor(known + digit))
  known += digits[lengths.indexOf(Math.min(...lengths))]
  console.log(known)
}
