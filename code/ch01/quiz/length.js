import { text } from '../demo/routes.js'
import { writeResponse } from '../lib/http/response.js'

const options = { keepAlive: true, idle: 5000, isHead: true }
const response = writeResponse(text(200, 'olá'), options)
const [status, ...fields] = response.trimEnd().split('\r\n')
const length = fields.find((field) => field.startsWith('content-length'))
console.log(status)
console.log(length)
