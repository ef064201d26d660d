import express from 'express'
import session from 'express-session'
import { find, lend, names, refusal } from './tools.js'

export const visits = session({
  secret: process.env.SECRET ?? 'for this page only',
  resave: false,
  saveUninitialized: false,
})

export const app = express()
app.disable('x-powered-by')
app.use(visits)
app.use(express.json())
app.use(express.static('public'))

app.get('/tools', (_req, res) => {
  res.json(names())
})

app.get('/tools/:id', (req, res) => {
  res.json(find(req.params.id))
})

app.post('/login', (req, res, next) => {
  req.session.regenerate((error) => {
    if (error) return next(error)
    req.session.user = req.body.name
    res.json({ hello: req.body.name })
  })
})

app.post('/tools/:id/loan', (req, res) => {
  res.status(201).json(lend(req.params.id, req.session.user))
})

app.use((error, _req, res, _next) => {
  const [status, body] = refusal(error)
  res.status(status).json(body)
})

if (import.meta.main) {
  app.listen(8080, () => console.log('Listening on http://localhost:8080'))
}
