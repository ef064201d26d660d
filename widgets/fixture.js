import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWidgets } from '../tools/bundle/build.js'

const here = path.dirname(fileURLToPath(import.meta.url))

export const themes = ['light', 'dark']

/** The rules of mdBook 0.5.4 that our own build upon. */
const mdbookColours = `
html { font-size: 62.5%; color: var(--fg); background: var(--bg) }
:root { color-scheme: var(--color-scheme) }
.content a:link, a:visited { color: var(--links) }
.hidden { display: none }`

/** mdBook's part: keys on the document, and a copy button in each pre. */
const mdbookScript = `
const path_to_root = ''
window.keys = []
document.addEventListener('keydown', ({ key }) => keys.push(key))
document.addEventListener('DOMContentLoaded', () => {
  for (const pre of document.querySelectorAll('pre')) {
    pre.insertAdjacentHTML('afterbegin', '<div class="buttons"><button class="clip-button" title="Copy to clipboard" aria-label="Copy to clipboard"><i class="tooltiptext"></i></button></div>')
  }
})`

/** A page as the preprocessor and mdBook make it, with one of everything. */
const body = `
<nav id="mdbook-menu-bar"><button id="mdbook-sidebar-toggle" type="button" aria-label="Toggle" aria-expanded="false">≡</button>
<input type="checkbox" id="mdbook-sidebar-toggle-anchor" class="hidden">
<a class="language-switch" lang="pt-BR" hreflang="pt-BR" href="other.html">Português</a></nav>
<div class="content"><main>
<h1 id="top">A page</h1>
<figure class="listing" data-lang="js"><figcaption><a class="listing-path" href="#top">code/ch01/server.js</a> <span class="listing-note">lines marked + are new</span></figcaption><pre tabindex="0" role="region" aria-label="code/ch01/server.js"><code class="language-js nohighlight hljs compared"><span class="line context"><span class="sign">  </span><span class="hljs-keyword">const</span> a = <span class="hljs-number">1</span></span>
<span class="line removed"><span class="sign">− </span>const b = 2</span>
<span class="line added"><span class="sign">+ </span>const b = <span class="hljs-string">'three'</span> <span class="hljs-comment">// a comment</span></span></code></pre></figure>
<h2 id="second">Second</h2>
<figure class="transcript"><pre tabindex="0" role="region" aria-label="Terminal"><code class="nohighlight hljs"><span class="command">$ node server.js &amp;</span>
<span class="output">Listening on http://localhost:8080</span>
<span class="command">$ curl \\</span>
<span class="command">&gt; http://localhost:8080/hello</span>
<span class="output">hello</span></code></pre></figure>
<pre><code class="hljs">${'wide '.repeat(60)}</code></pre>
<blockquote class="blockquote-tag blockquote-tag-warning"><p class="blockquote-tag-title">Warning</p><p>With <code class="hljs">code</code> and <a href="#top">a link</a>.</p></blockquote>
<div class="l10n-banner" role="note"><p>Not up to date. <a href="#top">English</a></p></div>
<details class="hint"><summary>Hint 1</summary><p>Count the bytes.</p></details>
<section class="quiz" data-quiz="ch01" aria-label="Questions"><fieldset class="question" data-id="one" data-type="choice"><legend>Question 1</legend><div class="prompt"><p>Which?</p></div><label class="option"><input type="radio" name="one" value="0"> <span>wrong</span></label><label class="option"><input type="radio" name="one" value="1"> <span>right</span></label><button type="button" class="check" hidden>Check</button><output class="verdict" aria-live="polite"></output><details class="answers"><summary>Show the answers</summary><div class="why" data-correct="false"><div class="why-option">Not this one: wrong</div><p>Because it is not.</p></div><div class="why" data-correct="true"><div class="why-option">Right: right</div><p>Because it is.</p></div></details></fieldset></section>
<div data-widget="report-auditor"><p>The auditor in words.</p></div>
<div data-widget="byte-inspector"><p>The inspector in words.</p></div>
<div data-widget="loop-stepper"><p>The stepper in words.</p></div>
<div data-widget="imbalance-simulator"><p>The workers in words.</p></div>
<div data-widget="who-blocks-whom"><p>The lanes in words.</p></div>
<div data-widget="attack-lab"><p>The attacks in words.</p></div>
<div data-widget="cache-timeline"><p>The caches in words.</p></div>
<div data-widget="frame-decoder"><p>The frames in words.</p></div>
<div data-widget="failure-drill"><p>The drill in words.</p></div>
<div data-widget="route-tree" data-tree="trie"><p>The trie in words.</p></div>
<div data-widget="route-tree" data-tree="radix"><p>The radix tree in words.</p></div>
<div data-widget="request-lab" data-chapter="ch07"><p>The lab in words.</p></div>
MORE
</main></div>`

/**
 * Writes a folder to serve: `LANGUAGE.html`, `print.html` and `broken.html`,
 * which names a widget that there is not.
 *
 * @param {string} folder
 */
export async function writeFixture(folder) {
  mkdirSync(folder, { recursive: true })
  cpSync(path.join(here, '../theme/css'), path.join(folder, 'css'), {
    recursive: true,
  })
  writeFileSync(path.join(folder, 'css/mdbook.css'), mdbookColours)
  await buildWidgets(folder)
  const broken = '<div data-widget="no-such-widget"><p>In words.</p></div>'
  for (const [name, language, more] of [
    ['en', 'en', ''],
    ['pt-BR', 'pt-BR', ''],
    ['print', 'en', ''],
    ['broken', 'en', broken],
  ]) {
    const html = page(language, more)
    writeFileSync(path.join(folder, `${name}.html`), html)
  }
}

/**
 * @param {string} language
 * @param {string} more HTML at the end
 */
function page(language, more) {
  const styles = [
    'mdbook',
    'variables',
    'book',
    'listing',
    'playground',
    'dialog',
    'widgets',
    'print',
  ]
    .map((name) => `<link rel="stylesheet" href="css/${name}.css">`)
    .join('')
  return `<!doctype html>
<html lang="${language}" class="js light"><head><meta charset="utf-8"><title>A page</title>
<link rel="icon" href="data:,"><meta name="viewport" content="width=device-width, initial-scale=1">${styles}
<script>${mdbookScript}</script><script defer src="site.js"></script></head>
<body>${body.replace('MORE', more)}</body></html>`
}
