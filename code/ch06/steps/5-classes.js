import http from 'node:http'
import { Request } from '../lib/app/request.js'
import { Response } from '../lib/app/response.js'

/** @param {Request} req @param {Response} res */
function handler(req, res) {
  res.json({ path: req.path, from: req.queryParams.get('from') })
}

const classes = { IncomingMessage: Request, ServerResponse: Response }

http
  .createServer(/** @type {any} */ (classes), /** @type {any} */ (handler))
  .listen(Number(process.env.PORT ?? 8080), () => {
    console.log('Listening on http://localhost:8080')
  })
