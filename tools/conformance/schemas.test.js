/**
 * Requests validated by three libraries of schemas, unmodified, with Velocy's
 * newest chapter on both of its engines; and what TypeScript makes of it.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { newestVelocy } from '../bench/contenders.js'
import { codeDir, root } from '../lib/paths.js'

const folder = newestVelocy()
if (!folder) throw new Error('no chapter has a router')
const lib = path.join(folder, 'lib')
const ours = (/** @type {string} */ file) =>
  import(pathToFileURL(path.join(lib, file)).href)
const { createServer, Router } = await ours('index.js')
const { validate } = await ours('middleware/index.js')

const packages = path.join(codeDir, 'contenders', 'npm-schemas')
const load = createRequire(path.join(packages, 'package.json'))
const { dependencies } = load('./package.json')
/** @type {any} */
const z = load('zod')
/** @type {any} */
const v = load('valibot')
const ark = load.resolve('arktype')
const { type } = await import(pathToFileURL(ark).href)

/** An order of things, with a default, a conversion, and no more members. */
/** @type {Record<string, { body: unknown, query: unknown }>} */
const schemas = {
  zod: {
    body: z.strictObject({
      items: z.array(
        z.object({ name: z.enum(['mug']), count: z.int().min(1) }),
      ),
      gift: z.boolean().default(false),
    }),
    query: z.object({
      page: z.coerce.number(),
      word: z.string().refine(async (/** @type {string} */ word) => word > 'a'),
    }),
  },
  valibot: {
    body: v.strictObject({
      items: v.array(
        v.object({
          name: v.picklist(['mug']),
          count: v.pipe(v.number(), v.integer(), v.minValue(1)),
        }),
      ),
      gift: v.optional(v.boolean(), false),
    }),
    query: v.objectAsync({
      page: v.pipe(v.string(), v.toNumber()),
      word: v.pipeAsync(
        v.string(),
        v.checkAsync(async (/** @type {string} */ word) => word > 'a'),
      ),
    }),
  },
  arktype: {
    body: type({
      items: type({ name: "'mug'", count: 'number.integer >= 1' }).array(),
      gift: 'boolean = false',
      '+': 'reject',
    }),
    query: type({ page: 'string.numeric.parse', word: 'string > 1' }),
  },
}

/**
 * @param {string} engine
 * @param {{ body: unknown, query: unknown }} parts
 */
async function serve(engine, parts) {
  const router = new Router()
  router.post('/', validate(parts), (/** @type {any} */ req) => req.valid)
  const server = createServer(router, { engine }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/**
 * @param {any} server
 * @param {string} query
 * @param {unknown} value
 */
async function post(server, query, value) {
  const response = await fetch(
    `http://127.0.0.1:${server.address().port}/?${query}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(value),
    },
  )
  return {
    status: response.status,
    body: /** @type {any} */ (await response.json()),
  }
}

for (const [name, parts] of Object.entries(schemas)) {
  for (const engine of ['http', 'net']) {
    const title = `${name} ${dependencies[name]} on Velocy's engine ${engine}`
    test(`${title} validates`, async (t) => {
      const server = await serve(engine, parts)
      t.after(() => server.close())
      const items = [{ name: 'mug', count: 2 }]
      assert.deepEqual(await post(server, 'page=7&word=zoo', { items }), {
        status: 200,
        body: {
          query: { page: 7, word: 'zoo' },
          body: { items, gift: false },
        },
      })
      const wrong = [items[0], { name: 'mug', count: 0 }, { count: 1 }]
      const answer = await post(server, 'page=one&word=a', {
        items: wrong,
        price: 1,
      })
      assert.equal(answer.status, 422)
      const paths = new Set(
        answer.body.errors.map((/** @type {any} */ e) => `${e.in} ${e.path}`),
      )
      for (const one of ['/items/1/count', '/items/2/name']) {
        assert.ok(paths.has(`body ${one}`), [...paths].join())
      }
      assert.ok(paths.has('query /page'), [...paths].join())
      for (const { message } of answer.body.errors) {
        assert.equal(typeof message, 'string')
      }
    })
  }
}

const PROGRAM = `
import { z } from 'zod'
import * as v from 'valibot'
import { type } from 'arktype'
import { Router } from 'LIB/index.js'
import { integer, object, optional, string, validate } from 'LIB/middleware/index.js'

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? A : never
const same = <B>() => <A>(_value: A & Same<A, B>) => {}

const router = new Router()
router.post('/own', validate({ body: object({ a: integer(), b: optional(string()) }) }), (req) => {
  same<{ a: number; b?: string }>()(req.valid.body)
  // @ts-expect-error: only the body is validated.
  req.valid.query
})
router.post('/zod', validate({ query: z.object({ page: z.coerce.number() }), body: z.strictObject({ a: z.string().transform((text) => text.length), b: z.boolean().default(true) }) }), (req) => {
  same<{ page: number }>()(req.valid.query)
  same<{ a: number; b: boolean }>()(req.valid.body)
  // @ts-expect-error: the output is a number.
  req.valid.body.a.length
})
router.post('/valibot', validate({ form: v.object({ a: v.pipe(v.string(), v.toNumber()) }) }), (req) => {
  same<{ a: number }>()(req.valid.form)
})
router.post('/arktype', validate({ params: type({ a: 'string.numeric.parse' }) }), (req) => {
  same<{ a: number }>()(req.valid.params)
})
router.use(validate({ query: z.object({ page: z.string() }) })).post('/both', validate({ body: z.string() }), (req) => {
  same<string>()(req.valid.query.page)
  same<string>()(req.valid.body)
})
`

test('TypeScript knows what each of them lets through', (t) => {
  const place = mkdtempSync(path.join(tmpdir(), 'schemas-'))
  t.after(() => rmSync(place, { recursive: true }))
  const file = path.join(place, 'program.ts')
  writeFileSync(file, PROGRAM.replaceAll('LIB', lib))
  const names = ['zod', 'valibot', 'arktype']
  const modules = path.join(packages, 'node_modules')
  const config = {
    extends: path.join(root, 'tsconfig.base.json'),
    compilerOptions: {
      // Programs may be stricter than our checks.
      exactOptionalPropertyTypes: true,
      typeRoots: [path.join(root, 'node_modules/@types')],
      paths: Object.fromEntries(names.map((n) => [n, [path.join(modules, n)]])),
      skipLibCheck: true,
    },
    files: [file],
  }
  writeFileSync(path.join(place, 'tsconfig.json'), JSON.stringify(config))
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
  const args = [tsc, '-p', place, '--pretty', 'false']
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  // Those of the library are another check's.
  const complaints = stdout
    .split('\n')
    .filter((line) => /program\.ts/.test(line))
  assert.deepEqual(complaints, [])
})
