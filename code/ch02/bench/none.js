import { startWith } from './report.js'

/** @param {{ port: number, host: string }} options */
export const start = (options) => startWith(() => {}, options)
