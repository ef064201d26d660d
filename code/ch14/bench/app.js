/**
 * What the proofs serve: an answer that tells who has given it, and to what.
 */
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { Router } from '../lib/index.js'

const router = new Router()
router.get('/now/:number', (req) => `${process.pid} ${req.params.number}`)
router.get('/later/:number/:ms', async (req) => {
  await wait(Number(req.params.ms))
  return `${process.pid} ${req.params.number}`
})
export default router
