import { parseRequestHead } from '../lib/http/request-head.js'

const bytes = Buffer.from('GET / HTTP/1.1\r\nUser-Agent: \t a  b \r\n\r\n')
const head = parseRequestHead(bytes)
if (head && !head.error) console.log(JSON.stringify(head.headers))
