import { RouteTreeExplorer } from '../route-tree/explorer.js'
import { plantRadix } from './planter.js'
import { presets } from './presets.js'

class RadixVisualiser extends HTMLElement {
  connectedCallback() {
    if (this.childElementCount > 0) return
    new RouteTreeExplorer(this, {
      name: 'radix',
      plant: plantRadix,
      wholeSegments: false,
      greedy: false,
      presets,
    })
  }
}

customElements.define('radix-visualiser', RadixVisualiser)
