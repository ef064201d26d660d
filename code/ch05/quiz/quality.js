import { preferredType } from '../lib/http/negotiation.js'

const field = 'text/*, text/html;q=0.2, */*;q=0.5, image/png;q=0'
console.log(preferredType(field, ['image/png', 'text/html']))
console.log(preferredType(field, ['text/html', 'application/json']))
console.log(preferredType(field, ['image/png']))
