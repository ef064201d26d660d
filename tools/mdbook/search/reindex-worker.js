/**
 * Makes a search index beside the thread that finishes the pages: it is the
 * longest piece of work on a build's last stretch.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { reindex } from './reindex.js'

const { file, language } = workerData
writeFileSync(file, reindex(readFileSync(file, 'utf8'), language))
