import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSteps } from './page.js'

test('a reader types what is folded, and no signs', () => {
  const [step] = readSteps(
    `<figure class="listing" data-place="change" data-line="3"><figcaption><a class="listing-path">code/ch01/a.js</a></figcaption><pre><code><span class="fold" data-fold="imports"><span class="line context"><span class="sign">  </span>import a</span>
<span class="line context"><span class="sign">  </span>import b</span>
</span><span class="line removed"><span class="sign">− </span>  a()</span>
<span class="line added"><span class="sign">+ </span>  b(<span>1</span>)</span></code></pre></figure>`,
  )
  assert.equal(step.type, 'listing')
  assert.deepEqual('lines' in step && step.lines, [
    { kind: 'context', text: 'import a' },
    { kind: 'context', text: 'import b' },
    { kind: 'removed', text: '  a()' },
    { kind: 'added', text: '  b(1)' },
  ])
})
