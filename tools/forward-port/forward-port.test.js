// @nightly
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import test from 'node:test'
import { temporaryProject } from '../testing/temporary-project.js'

const run = 'forward-port/cli.js'
const base = 'one\ntwo\nthree\nfour\nfive\nsix\n'

/** @param {import('node:test').TestContext} t */
function book(t) {
  const project = temporaryProject(
    {
      'src/SUMMARY.md':
        '# Summary\n\n- [A](ch01-a/README.md)\n- [B](ch02-b/README.md)\n- [C](ch03-c/README.md)\n- [D](ch04-d/README.md)\n',
      'code/ch01/lib/a.js': base,
      'code/ch01/steps/1.js': base,
      'code/ch02/lib/a.js': base.replace('six', 'six!'),
      'code/ch03/lib/a.js': base.replace('six', 'six!').replace('four', '4'),
    },
    t,
  )
  project.commit()
  return project
}

test('a change reaches every later snapshot, and keeps what they changed', async (t) => {
  const project = book(t)
  project.replace('code/ch01/lib/a.js', 'one', 'ONE')
  const { status, output } = await project.run(run, 'ch01')
  assert.equal(status, 0, output)
  assert.equal(
    project.read('code/ch02/lib/a.js'),
    'ONE\ntwo\nthree\nfour\nfive\nsix!\n',
  )
  assert.equal(
    project.read('code/ch03/lib/a.js'),
    'ONE\ntwo\nthree\n4\nfive\nsix!\n',
  )
  assert.match(output, /merged +code\/ch02\/lib\/a\.js\n +merged +code\/ch03/)

  const again = await project.run(run, 'ch01', 'lib/a.js')
  assert.equal(again.status, 0, again.output)
  assert.match(again.output, /unchanged +code\/ch02.*\n +unchanged +code\/ch03/)
  assert.match(again.output, /nothing to carry, the later chapters have/)
})

test('a conflict stops with its place, and can be carried on from there', async (t) => {
  const project = book(t)
  project.replace('code/ch01/lib/a.js', 'four', 'FOUR')
  const { status, output } = await project.run(run, 'ch01')
  assert.equal(status, 1)
  assert.match(output, /merged +code\/ch02/)
  assert.match(
    output,
    /^code\/ch03\/lib\/a\.js:4: a conflict\. Resolve .* node tools\/forward-port\/cli\.js ch03 lib\/a\.js\. If .* \(git restore code\/ch03 and those after it\), and carry again$/m,
  )
  const unresolved = await project.run(run, 'ch03')
  assert.equal(unresolved.status, 1)
  assert.match(unresolved.output, /still has a conflict; resolve it first/)
})

test('a new file of lib is added, and a removed one removed', async (t) => {
  const project = book(t)
  project.write('code/ch01/lib/new.js', 'new\n')
  project.write('code/ch01/steps/2.js', 'step\n')
  const added = await project.run(run, 'ch01')
  assert.equal(added.status, 0, added.output)
  assert.equal(project.read('code/ch03/lib/new.js'), 'new\n')
  assert.equal(existsSync(project.path('code/ch02/steps/2.js')), false)

  project.commit()
  project.git('rm', '--quiet', 'code/ch01/lib/new.js')
  const removed = await project.run(run, 'ch01')
  assert.equal(removed.status, 0, removed.output)
  assert.equal(existsSync(project.path('code/ch03/lib/new.js')), false)
})

test('a removed file that a later chapter changed is a conflict', async (t) => {
  const project = book(t)
  project.git('rm', '--quiet', 'code/ch01/lib/a.js')
  const { status, output } = await project.run(run, 'ch01')
  assert.equal(status, 1)
  assert.match(
    output,
    /code\/ch02\/lib\/a\.js: ch01 removes this file, and ch02/,
  )
})

test('an unchanged or unknown chapter is said to be so', async (t) => {
  const project = book(t)
  const unchanged = await project.run(run, 'ch01')
  assert.match(unchanged.output, /does not differ from the last commit/)
  const unknown = await project.run(run, 'ch04')
  assert.equal(unknown.status, 1)
  assert.match(
    unknown.output,
    /got the chapter "ch04"; expected .*ch01, ch02, ch03/,
  )
})
