/** Kubernetes' own schemas take the manifests of the chapters, and no typo. */
// @reads code/
import assert from 'node:assert/strict'
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { codeDir } from '../lib/paths.js'
import { run } from '../processes/run.js'
import { kubernetesValidate } from '../processes/toolchain.js'

const program = kubernetesValidate().path ?? 'kubernetes-validate'
const manifests = readdirSync(codeDir)
  .filter((name) => /^ch\d\d$/.test(name))
  .map((name) => path.join(codeDir, name, 'steps'))
  .flatMap((folder) => yamlIn(folder).map((name) => path.join(folder, name)))

/** @param {string} folder */
function yamlIn(folder) {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.yaml'))
  } catch {
    return []
  }
}

/** @param {string} file */
const check = (file) =>
  run(program, ['--strict', '--no-warn', file], { timeout: 60 })

for (const file of manifests) {
  test(`${path.relative(codeDir, file)} is what Kubernetes expects`, async () => {
    const { status, output } = await check(file)
    assert.equal(status, 0, output)
  })
}

test('a name that is misspelled is noticed, and so is a number for a string', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kubernetes-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const text = readFileSync(manifests[0], 'utf8')
  const mistakes = [
    ['readinessProbe', 'readynessProbe'],
    ['value: "7000"', 'value: 7000'],
    ['periodSeconds: 2', 'periodSeconds: 2s'],
  ]
  for (const [right, wrong] of mistakes) {
    assert.ok(text.includes(right), right)
    const file = path.join(folder, 'wrong.yaml')
    writeFileSync(file, text.replace(right, wrong))
    const { status, output } = await check(file)
    assert.equal(status, 1, `${wrong}: ${output}`)
  }
})
