import { mirrorFetch } from '../mirror-fetch.js'

export default { fetch: mirrorFetch }
