import { preferredType } from '../lib/http/negotiation.js'

/** @param {string} accept */
const naive = (accept) =>
  accept.includes('json') ? 'application/json' : 'text/html'

for (const accept of [
  'application/json',
  'text/html, application/json;q=0.1',
  'text/html, application/json;q=0',
  'text/html, application/vnd.api+json',
  'image/png',
  'application/*',
]) {
  const ours = preferredType(accept, ['text/html', 'application/json'])
  console.log(accept.padEnd(36), naive(accept).padEnd(17), ours)
}
