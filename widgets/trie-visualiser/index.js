import { RouteTreeExplorer } from '../route-tree/explorer.js'
import { plantTrie } from './planter.js'
import { presets } from './presets.js'

class TrieVisualiser extends HTMLElement {
  connectedCallback() {
    if (this.childElementCount > 0) return
    new RouteTreeExplorer(this, {
      name: 'trie',
      plant: plantTrie,
      wholeSegments: true,
      greedy: true,
      presets,
    })
  }
}

customElements.define('trie-visualiser', TrieVisualiser)
