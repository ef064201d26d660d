import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patience } from '../processes/pace.js'
import { cleanEnv, run } from '../processes/run.js'
import { temporaryProject } from '../testing/temporary-project.js'

/**
 * @param {import('node:test').TestContext} t
 * @param {string[]} args
 */
function pdf(t, ...args) {
  const project = temporaryProject(
    {
      'translations/pt-BR/language.json':
        '{ "code": "pt-BR", "name": "Português", "dir": "ltr" }',
    },
    t,
  )
  const script = project.path('tools/pdf/cli.js')
  return run(process.execPath, [script, ...args], {
    timeout: patience(20),
    env: cleanEnv({ CHROMIUM: '/no/such/browser' }),
  })
}

test('without a browser, it says what it needs', async (t) => {
  const { status, output } = await pdf(t)
  assert.equal(status, 1)
  assert.match(output, /a PDF needs a browser: CHROMIUM is \/no\/such\/browser/)
})

test('a language that is not there is named, with those that are', async (t) => {
  const { status, output } = await pdf(t, '--language', 'fr')
  assert.equal(status, 1)
  assert.match(output, /--language: got fr, expected en, pt-BR/)
})
