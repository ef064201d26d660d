import {
  closedSilently,
  example,
  get,
  head,
  post,
  refusedLast,
  second,
  seen,
  seenLast,
} from './words.js'

/** @import { Case } from './words.js' */

const third = head('GET /third HTTP/1.1', 'Host: a')
const later = head('GET /later HTTP/1.1', 'Host: a')
const early = head('POST /early HTTP/1.1', 'Host: a')

const closes = [
  'close',
  'Close',
  'CLOSE',
  'close, x',
  'x, close',
  'x ,\tclose , y',
  'keep-alive, close',
  'close, keep-alive',
  ',close',
]

/** @type {Case[]} */
const pipelining = [
  example(
    'two requests at once',
    'pipelining',
    get() + second,
    seen({ target: '/' }, { target: '/second' }),
  ),
  example(
    'twenty requests at once',
    'pipelining',
    Array.from({ length: 20 }, (_, i) =>
      head(`GET /${i} HTTP/1.1`, 'Host: a'),
    ).join(''),
    seen(...Array.from({ length: 20 }, (_, i) => ({ target: `/${i}` }))),
  ),
  {
    ...example(
      'five hundred requests at once',
      'pipelining',
      second.repeat(500),
      seen(...Array.from({ length: 500 }, () => ({ target: '/second' }))),
    ),
    cuts: ['whole'],
  },
  example(
    'the first answer takes longer',
    'pipelining',
    later + second,
    seen({ target: '/later' }, { target: '/second' }),
  ),
  example(
    'the second of three answers takes longer',
    'pipelining',
    get() + later + third,
    seen({ target: '/' }, { target: '/later' }, { target: '/third' }),
  ),
  example(
    'a body, and a request behind it',
    'pipelining',
    post(['Content-Length: 5'], 'hello') + second,
    seen({ body: 'hello' }, { target: '/second' }),
  ),
  {
    ...example(
      'HEAD between two requests',
      'pipelining',
      get() + head('HEAD / HTTP/1.1', 'Host: a') + second,
      {
        answers: [
          { status: [200], seen: { target: '/' } },
          { status: [200], body: '' },
          { status: [200], seen: { target: '/second' } },
        ],
        end: 'told',
      },
    ),
    methods: ['GET', 'HEAD', 'GET'],
  },
  {
    ...example(
      'requests, and the end: all are answered',
      'half-close',
      later + second,
      seenLast({ target: '/later' }, { target: '/second' }),
    ),
    halfCloses: true,
  },
  {
    ...example(
      'a request, and the end: it is answered',
      'half-close',
      get(),
      seenLast({ target: '/' }),
    ),
    halfCloses: true,
  },
  example(
    'nonsense behind a request: the request is answered',
    'pipelining',
    `${get()}\x00\x01\r\n\r\n`,
    {
      answers: [
        { status: [200], seen: { target: '/' } },
        { status: [400, 501] },
      ],
      end: 'closed',
    },
  ),
  example(
    'nonsense behind a request that takes longer',
    'pipelining',
    `${later}\x00\x01\r\n\r\n`,
    {
      answers: [
        { status: [200], seen: { target: '/later' } },
        { status: [400, 501] },
      ],
      end: 'closed',
    },
  ),
  {
    ...example(
      'a request behind nonsense is none',
      'grammar',
      `\x00\x01\r\n\r\n${second}`,
      refusedLast(400, 501),
    ),
    most: 1,
  },
]

/** @type {Case[]} */
const persistence = [
  example('HTTP/1.1 persists', 'persistence', get(), {
    answers: [{ status: [200], hasNot: [] }],
    end: 'kept',
  }),
  example(
    'HTTP/1.1 persists, said twice',
    'persistence',
    get('Connection: keep-alive'),
    seen({ target: '/' }),
  ),
  ...closes.map((value) => ({
    ...example(
      `Connection: ${value}`,
      'close',
      get(`Connection: ${value}`) + second,
      seenLast({ target: '/' }),
    ),
    most: 1,
  })),
  {
    ...example(
      'Connection in two lines, one of them close',
      'close',
      get('Connection: x', 'Connection: close') + second,
      seenLast({ target: '/' }),
    ),
    most: 1,
  },
  {
    ...example(
      'close, and a body',
      'close',
      post(['Connection: close', 'Content-Length: 5'], 'hello') + second,
      seenLast({ body: 'hello' }),
    ),
    most: 1,
  },
  example(
    'the answer to close says close',
    'close-told',
    get('Connection: close'),
    {
      answers: [{ status: [200], has: ['connection: close'] }],
      end: 'closed',
    },
  ),
  ...['closed', 'x-close', 'clos', '"close"'].map((value) =>
    example(
      `Connection: ${value} is not close`,
      'persistence',
      get(`Connection: ${value}`) + second,
      seen({ target: '/' }, { target: '/second' }),
      refusedLast(400),
    ),
  ),
  {
    ...example(
      'HTTP/1.0 closes',
      'persistence-old',
      head('GET / HTTP/1.0', 'Host: a') + second,
      seenLast({ target: '/' }),
    ),
    most: 1,
  },
  example(
    'HTTP/1.0 that is kept alive, or says that it is not',
    'persistence-old',
    head('GET / HTTP/1.0', 'Host: a', 'Connection: keep-alive'),
    {
      answers: [{ status: [200], has: ['connection: keep-alive'] }],
      end: 'kept',
    },
    { answers: [{ status: [200] }], end: 'closed' },
  ),
  {
    ...example(
      'HTTP/1.0 with keep-alive and close',
      'persistence-old',
      head('GET / HTTP/1.0', 'Host: a', 'Connection: keep-alive, close'),
      seenLast({ target: '/' }),
    ),
    most: 1,
  },
  {
    ...example(
      'an answer before the body: the body is no request',
      'body-unread',
      head(
        'POST /early HTTP/1.1',
        'Host: a',
        `Content-Length: ${second.length}`,
      ) + second,
      { answers: [{ status: [200] }], end: 'any' },
    ),
    most: 1,
  },
  example(
    'an answer before the body, and a request behind it',
    'body-unread',
    `${head('POST /early HTTP/1.1', 'Host: a', 'Content-Length: 5')}hello${second}`,
    { answers: [{ status: [200] }, { status: [200] }], end: 'any' },
    { answers: [{ status: [200] }], end: 'closed' },
  ),
  example(
    'an answer before chunks, and a request behind them',
    'body-unread',
    `${head('POST /early HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked')}5\r\nhello\r\n0\r\n\r\n${second}`,
    { answers: [{ status: [200] }, { status: [200] }], end: 'any' },
    { answers: [{ status: [200] }], end: 'closed' },
  ),
  {
    ...example(
      'an answer before a body of 2 MB, which is sent all the same',
      'lingering',
      head('POST /early HTTP/1.1', 'Host: a', 'Content-Length: 2000000') +
        'a'.repeat(2_000_000),
      { answers: [{ status: [200] }], end: 'any' },
    ),
    cuts: ['whole'],
  },
  {
    ...example(
      'a refusal reaches a client that goes on sending',
      'lingering',
      `GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n${'a'.repeat(200_000)}`,
      refusedLast(400),
    ),
    cuts: ['whole'],
  },
  example('an answer before a body of no bytes', 'body-unread', early, {
    answers: [{ status: [200] }],
    end: 'told',
  }),
]

const refusedHeads = [
  ['two hosts', head('HEAD / HTTP/1.1', 'Host: a', 'Host: a')],
  ['a line without colon', head('HEAD / HTTP/1.1', 'Host a')],
  ['another version', head('HEAD / HTTP/3.0', 'Host: a')],
  ['a target with a space', head('HEAD /a b HTTP/1.1', 'Host: a')],
  [
    'a broken chunk',
    `${head('HEAD / HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked')}x\r\n`,
  ],
]

/** @type {Case[]} */
const answers = [
  ...['/', '/chunks'].map((target) => ({
    ...example(
      `HEAD ${target} is answered without content`,
      'head',
      head(`HEAD ${target} HTTP/1.1`, 'Host: a') + second,
      {
        answers: [
          { status: [200], body: '' },
          { status: [200], seen: { target: '/second' } },
        ],
        end: /** @type {const} */ ('told'),
      },
    ),
    methods: ['HEAD', 'GET'],
  })),
  {
    ...example(
      'HEAD with a body',
      'head',
      `${head('HEAD / HTTP/1.1', 'Host: a', 'Content-Length: 5')}hello${second}`,
      {
        answers: [
          { status: [200], body: '' },
          { status: [200], seen: { target: '/second' } },
        ],
        end: 'told',
      },
      refusedLast(400, 413),
    ),
    methods: ['HEAD', 'GET'],
  },
  {
    ...example('HEAD of HTTP/1.0', 'head', head('HEAD / HTTP/1.0'), {
      answers: [{ status: [200], body: '' }],
      end: 'closed',
    }),
    methods: ['HEAD'],
  },
  {
    ...example(
      'a refused HEAD has no content that could be taken for an answer',
      'head',
      head('HEAD / HTTP/1.1'),
      { answers: [{ status: [200, 400], body: '' }], end: 'any' },
    ),
    // A client reads what follows the head of an answer to HEAD as the next.
    methods: ['HEAD'],
  },
  ...refusedHeads.map(([name, text]) => ({
    ...example(`a refusal of HEAD has no content: ${name}`, 'head', text, {
      answers: [{ status: [400, 501, 505], body: '' }],
      end: /** @type {const} */ ('closed'),
    }),
    methods: ['HEAD'],
  })),
  ...[204, 304].flatMap((status) => [
    example(
      `${status} has no content`,
      status === 204 ? 'answer-length' : 'answer-coding',
      head(`GET /${status} HTTP/1.1`, 'Host: a') + second,
      {
        answers: [
          {
            status: [status],
            hasNot:
              status === 204
                ? ['content-length', 'transfer-encoding']
                : ['transfer-encoding'],
          },
          { status: [200], seen: { target: '/second' } },
        ],
        end: /** @type {const} */ ('told'),
      },
    ),
  ]),
  example(
    'an answer in parts, in chunks',
    'chunked',
    head('GET /chunks HTTP/1.1', 'Host: a') + second,
    {
      answers: [
        { status: [200], body: 'one two' },
        { status: [200], seen: { target: '/second' } },
      ],
      end: 'told',
    },
  ),
  example(
    'an answer in parts, to HTTP/1.0',
    'answer-coding-old',
    head('GET /chunks HTTP/1.0'),
    {
      answers: [
        { status: [200], body: 'one two', hasNot: ['transfer-encoding'] },
      ],
      end: 'closed',
    },
  ),
  example(
    'an answer in parts, to HTTP/1.0 that is kept alive',
    'answer-coding-old',
    head('GET /chunks HTTP/1.0', 'Connection: keep-alive'),
    {
      answers: [
        { status: [200], body: 'one two', hasNot: ['transfer-encoding'] },
      ],
      end: 'any',
    },
  ),
  example('an answer is dated', 'date', get(), {
    answers: [{ status: [200], has: ['date'] }],
    end: 'told',
  }),
  example('a refusal is dated', 'date', head('GET / HTTP/1.1'), {
    answers: [{ status: [200, 400], has: ['date'] }],
    end: 'any',
  }),
  example(
    'a refusal says that the connection ends',
    'close-told',
    head('GET / HTTP/1.1', 'Host: a', 'Content-Length: x'),
    {
      answers: [{ status: [400], has: ['connection: close'] }],
      end: 'closed',
    },
  ),
]

/** @type {Case[]} */
export const connection = [...pipelining, ...persistence, ...answers]

const waiting = ['Expect: 100-continue', 'Content-Length: 5']

/** @type {Case[]} */
export const expectations = [
  example(
    'a body that waits for 100',
    'continue',
    [post(waiting), 1, 'hello', second],
    { ...seen({ body: 'hello' }, { target: '/second' }), interim: [100] },
  ),
  example(
    'chunks that wait for 100',
    'continue',
    [
      post(['Expect: 100-continue', 'Transfer-Encoding: chunked']),
      1,
      '5\r\nhello\r\n0\r\n\r\n',
      second,
    ],
    { ...seen({ body: 'hello' }, { target: '/second' }), interim: [100] },
  ),
  ...[
    '100-Continue',
    '100-CONTINUE',
    '100-continue,',
    ', 100-continue',
    '100-continue, 100-continue',
  ].map((value) =>
    example(
      `Expect: ${value}`,
      'continue',
      [post([`Expect: ${value}`, 'Content-Length: 5']), 1, 'hello'],
      { ...seen({ body: 'hello' }), interim: [100] },
    ),
  ),
  example(
    'a body that does not wait',
    'continue-omitted',
    `${post(waiting, 'hello')}${second}`,
    { ...seen({ body: 'hello' }, { target: '/second' }), interim: [100] },
    { ...seen({ body: 'hello' }, { target: '/second' }), interim: [] },
  ),
  example(
    'an expectation without body',
    'continue-omitted',
    get('Expect: 100-continue') + second,
    { ...seen({ target: '/' }, { target: '/second' }), interim: [100] },
    { ...seen({ target: '/' }, { target: '/second' }), interim: [] },
  ),
  example(
    'an expectation of HTTP/1.0',
    'continue-old',
    `${head('POST / HTTP/1.0', ...waiting)}hello`,
    { ...seenLast({ body: 'hello' }), interim: [] },
  ),
  example(
    'an answer in place of the body',
    'body-unread',
    [head('POST /early HTTP/1.1', 'Host: a', ...waiting), 1, 'hello', second],
    { answers: [{ status: [200] }, { status: [200] }], end: 'any' },
    { answers: [{ status: [200] }], end: 'closed' },
  ),
  ...['x', '100-continue, x', '200-ok', '100-continue;q=1'].map((value) => ({
    ...example(
      `another expectation: ${value}`,
      'expectation',
      get(`Expect: ${value}`),
      { ...seen({ target: '/' }) },
      { answers: [{ status: [417, 400] }], end: /** @type {const} */ ('any') },
    ),
  })),
  {
    ...example(
      'a body that waits, and the end',
      'incomplete',
      post(waiting),
      { ...closedSilently, interim: [100] },
      closedSilently,
      refusedLast(400, 408),
      { ...refusedLast(400, 408), interim: [100] },
    ),
    halfCloses: true,
  },
]

const asksUpgrade = (/** @type {...string} */ ...fields) =>
  get('Connection: Upgrade', 'Upgrade: mirror', ...fields)

/** @type {Case[]} */
export const upgrades = [
  ...['websocket', 'h2c', 'HTTP/2.0', 'mirror', 'TLS/1.0', 'a, b'].map(
    (protocol) =>
      example(
        `an upgrade to ${protocol} that nobody takes`,
        'upgrade',
        get('Connection: Upgrade', `Upgrade: ${protocol}`) + second,
        seen({ target: '/' }, { target: '/second' }),
      ),
  ),
  example(
    'an upgrade with a body that nobody takes',
    'upgrade',
    post(
      ['Connection: Upgrade', 'Upgrade: mirror', 'Content-Length: 5'],
      'hello',
    ) + second,
    seen({ body: 'hello' }, { target: '/second' }),
  ),
  {
    ...example(
      'an upgrade that is taken',
      'upgrade-taken',
      [asksUpgrade(), 1, 'ping'],
      {
        answers: [{ status: [101], has: ['upgrade', 'connection: upgrade'] }],
        end: 'any',
        tunnel: 'ping',
      },
    ),
    needs: 'upgrade',
  },
  {
    ...example(
      'bytes behind a request for an upgrade belong to the new protocol',
      'upgrade-taken',
      `${asksUpgrade()}ping`,
      { answers: [{ status: [101] }], end: 'any', tunnel: 'ping' },
    ),
    needs: 'upgrade',
  },
  {
    ...example(
      'Upgrade without its connection option',
      'upgrade',
      get('Upgrade: mirror') + second,
      seen({ target: '/' }, { target: '/second' }),
    ),
    needs: 'upgrade',
  },
  {
    ...example(
      'an upgrade of HTTP/1.0',
      'upgrade-old',
      head('GET / HTTP/1.0', 'Connection: Upgrade', 'Upgrade: mirror'),
      seenLast({ target: '/' }),
    ),
    needs: 'upgrade',
  },
  {
    ...example(
      'an upgrade that expects 100',
      'upgrade-continue',
      [asksUpgrade('Expect: 100-continue', 'Content-Length: 0'), 1],
      { answers: [{ status: [101] }], end: 'any', interim: [100] },
      seen({ target: '/' }),
    ),
    needs: 'upgrade',
  },
  {
    ...example(
      'an upgrade behind a request',
      'pipelining',
      [get() + asksUpgrade(), 2, 'ping'],
      {
        answers: [{ status: [200], seen: { target: '/' } }, { status: [101] }],
        end: 'any',
        tunnel: 'ping',
      },
    ),
    needs: 'upgrade',
  },
  {
    ...example(
      'a tunnel',
      'connect-answer',
      [head('CONNECT a:80 HTTP/1.1', 'Host: a:80'), 1, 'ping'],
      {
        answers: [
          { status: [200], hasNot: ['content-length', 'transfer-encoding'] },
        ],
        end: 'any',
        tunnel: 'ping',
      },
      refusedLast(501),
    ),
    methods: ['CONNECT'],
    needs: 'upgrade',
  },
  {
    ...example(
      'bytes behind CONNECT belong to the tunnel',
      'connect-answer',
      `${head('CONNECT a:80 HTTP/1.1', 'Host: a:80')}ping`,
      { answers: [{ status: [200] }], end: 'any', tunnel: 'ping' },
      refusedLast(501),
    ),
    methods: ['CONNECT'],
    needs: 'upgrade',
  },
]
