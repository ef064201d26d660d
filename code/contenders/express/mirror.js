import process from 'node:process'
import express from 'express'
import {
  mirror,
  takeUpgrades,
} from '../../../packages/http1-conformance/examples/mirror.js'

const { HOST = '127.0.0.1', PORT = '8080' } = process.env
const app = express()
app.disable('x-powered-by')
app.use(mirror)
takeUpgrades(app.listen(Number(PORT), HOST))
