import assert from 'node:assert/strict'
import test from 'node:test'
import { fillIn, TypingError, typeListing } from './type.js'

/**
 * A listing as a page shows it: `+` before what is added, `-` before what is
 * removed, `|` for a gap.
 *
 * @param {string} kind
 * @param {string} name
 * @param {string} text
 * @returns {import('./page.js').ListingStep}
 */
const listing = (kind, name, text) => ({
  type: 'listing',
  line: 1,
  path: 'code/ch01/a.js',
  kind,
  name,
  atEnd: false,
  isRun: false,
  lines: text.split('\n').map((line) => {
    const kinds = { '+': 'added', '-': 'removed', '|': 'gap', ' ': 'context' }
    return {
      kind: kinds[/** @type {'+'} */ (line[0])] ?? 'plain',
      text: line.slice(1),
    }
  }),
})

const file = `import { a } from './a.js'

function one() {
  return 1
}

class Two {
  two() {
    return 2
  }
}
`

/** @param {string} kind @param {string} name @param {string} text */
const type = (kind, name, text) =>
  typeListing(file, listing(kind, name, text), () => null)

/** @param {string} text */
const compact = (text) => text.replaceAll(/\n+/g, '\n')

test('a piece goes where its caption says', () => {
  const more = '+const more = 0'
  assert.match(type('start', '', more), /a\.js'\n\nconst more = 0\n\nfunction/)
  assert.match(type('end', '', more), /\n}\n\nconst more = 0\n$/)
  assert.match(type('below', 'imports', more), /a\.js'\n\nconst more/)
  assert.match(type('below', 'one', more), /}\n\nconst more = 0\n\nclass/)
  assert.match(type('above', 'Two', more), /}\n\nconst more = 0\n\nclass/)
  assert.match(type('open', 'Two', '+  three() {}'), /Two {\n\n {2}three/)
  assert.match(type('close', 'Two', '+  three() {}'), /\n {2}three\(\) {}\n\n}/)
  assert.match(type('line', 'return 1', '+  more()'), /return 1\n\n {2}more/)
  assert.match(
    type('instead', 'one', ' const one = 1'),
    /'\n\nconst one = 1\n\nc/,
  )
})

test('changed lines are found by those around them', () => {
  const changed = type(
    'change',
    'one',
    ' function one() {\n-  return 1\n+  return 11\n }',
  )
  assert.equal(changed, file.replace('return 1\n', 'return 11\n'))
})

test('what an earlier listing has added or removed is no obstacle', () => {
  const shown =
    ' function one() {\n-  const gone = 0\n+  return 1\n }\n+const more = 0'
  assert.equal(
    compact(type('change', '', shown)),
    compact(file.replace('1\n}\n', '1\n}\nconst more = 0\n')),
  )
})

test('the head of a class that is shown again is changed above the gap', () => {
  const text = ' class Two {\n+  #word = ""\n|  …\n }'
  assert.match(
    type('change', 'Two', text),
    /Two {\n {2}#word = ""\n {2}two\(\)/,
  )
})

test('a copy is changed, and the original stays', () => {
  const step = listing('copy', 'one.js', ' const a = 1\n-a()\n+a(2)')
  const read = (/** @type {string} */ name) =>
    name === 'one.js' ? 'const a = 1\na()\n' : null
  assert.equal(typeListing(null, step, read), 'const a = 1\na(2)\n')
  assert.throws(() => typeListing(null, step, () => null), TypingError)
})

test('imports go to those of the file, and comments nowhere', () => {
  const brought =
    "-import { a } from './a.js'\n+import { a, b } from './a.js'\n+import c from 'c'\n+// More.\n+const more = b"
  assert.equal(
    type('end', '', brought),
    `import { a, b } from './a.js'\nimport c from 'c'\n${file.slice(file.indexOf('\n') + 1)}\nconst more = b\n`,
  )
  assert.equal(
    type('change', 'imports', "+import c from 'c'\n a(b)").split('\n')[1],
    "import c from 'c'",
  )
  assert.throws(
    () => type('end', '', "-import { z } from './a.js'\n+a()"),
    /shows "import \{ z \} from '\.\/a\.js'" as an import that is there/,
  )
})

test('what nobody types is filled in from the snapshot', () => {
  const snapshot =
    "#!/usr/bin/env node\n/** Says. */\nimport b from 'b'\n// Of a.\nimport a from 'a'\n\n/**\n * One.\n */\none()\n\n// Two.\ntwo()\n// The end.\n"
  const typed =
    "#!/usr/bin/env node\nimport a from 'a'\nimport b from 'b'\none()\ntwo()\n"
  assert.equal(fillIn(typed, snapshot), snapshot)
  // Code is the reader's own.
  assert.equal(
    fillIn('// Old.\nold()\ntwo()\n', snapshot),
    'old()\n\n// Two.\ntwo()\n',
  )
})

test('what fits nowhere is refused with the reason', () => {
  /** @type {[string, string, string, RegExp][]} */
  const cases = [
    ['new', '', ' a()', /calls this a new file, and there is one/],
    ['below', 'three', '+a()', /has no "three" yet/],
    ['line', '}', '+a()', /has 3 such lines/],
    ['change', '', ' return 3\n+a()', /"return 3" as a line that is there/],
    ['change', '', '.function more() {}', /it fits nowhere/],
    ['there', '', ' return 3', /says that this is in the file, and it is not/],
  ]
  for (const [kind, name, text, message] of cases) {
    assert.throws(() => type(kind, name, text), message, kind)
  }
  assert.throws(
    () => typeListing(null, listing('end', '', '+a()'), () => null),
    /a file that is not there yet/,
  )
})

test('lines that fit in two places are refused', () => {
  const twice = 'a()\nb()\na()\n'
  assert.throws(
    () => typeListing(twice, listing('change', '', ' a()\n+c()'), () => null),
    /in more than one place: at lines 1 and 3/,
  )
})
