import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import express from 'express'
import bundle from 'express-prom-bundle'
import { BUCKETS } from '../known.js'

const current = new AsyncLocalStorage()

/** As Node.js's documentation has it. @type {import('express').Handler} */
function identify(req, res, next) {
  const id = req.get('x-request-id') ?? randomUUID()
  res.set('x-request-id', id)
  current.run({ id }, next)
}

/** @param {any} features @param {any} where */
export function start({ hasIds, hasMetrics }, { host, port }) {
  const app = express().disable('etag').disable('x-powered-by')
  if (hasIds) app.use(identify)
  if (hasMetrics) {
    app.use(
      bundle({
        includeMethod: true,
        includePath: true,
        normalizePath: (req) => req.route?.path ?? '',
        buckets: BUCKETS,
      }),
    )
  }
  app.get('/bench/:name', (req, res) => {
    res.set('x-powered-by', 'benchmark')
    res.type('application/json')
    res.send(JSON.stringify({ name: req.params.name, id: req.query.id }))
  })
  app.listen(port, host)
}
