/** What the reference must have of each symbol and each error code. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { temporaryProject } from '../testing/temporary-project.js'
import { Comments } from './comments.js'
import { codeProblems, mute } from './complete.js'
import { targetsOf, typeText } from './types.js'

/** @param {import('../lint/problems.js').Problem[]} problems */
const messages = (problems) => problems.map(({ message }) => message)

test('a code without a row, and a row without a code, are problems', (t) => {
  const { path: inProject } = temporaryProject(
    { 'lib/a.js': "throw new VelocyError('ERR_VELOCY_NEW', 'x')\n" },
    t,
  )
  const page = '| {{#error ERR_VELOCY_OLD}} | 400 | x | y |\n'
  const [missing, surplus] = messages(codeProblems(inProject('lib'), page))
  assert.match(missing, /^ERR_VELOCY_NEW has no row in src\/reference\/errors/)
  assert.match(surplus, /^no module of lib has ERR_VELOCY_OLD; remove its row/)
})

test('an export, a method and an option without a sentence are problems', () => {
  const signature = { text: '', parameters: [], throws: '' }
  const said = { ...signature, returns: { type: 'number', text: 'the sum' } }
  const option = { name: 'size', type: 'number', text: '' }
  const api = {
    imports: {
      velocy: {
        add: {
          kind: /** @type {const} */ ('function'),
          text: '',
          signatures: [said],
        },
        Room: {
          kind: /** @type {const} */ ('class'),
          text: '',
          methods: [{ name: 'send', signatures: [signature] }],
        },
      },
    },
    types: {
      Options: {
        kind: /** @type {const} */ ('type'),
        text: '',
        properties: [option],
      },
    },
  }
  const names = messages(mute(api)).map((message) => message.split(' ')[0])
  assert.deepEqual(names, ['Room', 'Room.send', 'Options.size'])
})

test('what TypeDoc drops from a comment is found in the module', (t) => {
  const { path: inProject } = temporaryProject(
    {
      'lib/a.js': [
        '/**',
        ' * Answers a request.',
        ' *',
        ' * @typedef {() => void} Handler',
        ' */',
        'class A {',
        "  /** @type {Record<string, { a: 1 }>} the route's parameters */",
        '  params = {}',
        '  /** @throws {TypeError} of a',
        '   *   cycle */',
        '  json() {}',
        '}',
        '',
      ].join('\n'),
    },
    t,
  )
  const comments = new Comments(inProject('lib'))
  /** @param {number} line */
  const at = (line) => ({ sources: [{ fileName: 'a.js', line }] })
  assert.equal(comments.aboveType(at(4)), 'Answers a request.')
  assert.equal(comments.besideType(at(8)), "the route's parameters")
  assert.equal(comments.thrown('of a cycle'), '`TypeError` of a cycle')
  assert.equal(comments.thrown('ERR_VELOCY_X'), 'ERR_VELOCY_X')
})

test('a type is written as people write it', () => {
  const string = { type: 'intrinsic', name: 'string' }
  const list = {
    type: 'array',
    elementType: {
      type: 'union',
      types: [string, { type: 'literal', value: null }],
    },
  }
  assert.equal(typeText(list), '(string | null)[]')
  const reference = {
    type: 'reference',
    name: 'Pool',
    target: 7,
    typeArguments: [string],
  }
  assert.equal(typeText(reference), 'Pool<string>')
  assert.deepEqual(targetsOf({ type: 'array', elementType: reference }), [7])
  assert.throws(() => typeText({ type: 'new' }), /a type of the kind "new"/)
})
