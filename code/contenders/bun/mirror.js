import { mirrorFetch } from '../mirror-fetch.js'

const { HOST = '127.0.0.1', PORT = '8080' } = process.env

Bun.serve({ hostname: HOST, port: Number(PORT), fetch: mirrorFetch })
