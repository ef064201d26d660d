/**
 * node:http. An import of it would read each of its exports, and those of
 * WebSocket and fetch load an HTTP client: 16 MB, and 30 ms at the start.
 */
export const http = process.getBuiltinModule('node:http')
