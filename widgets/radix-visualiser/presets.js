import { github } from '../route-tree/presets.js'

/**
 * The first is the table of the chapter's steps.
 *
 * @type {Record<string, import('../route-tree/presets.js').Preset>}
 */
export const presets = {
  issues: {
    routes: [
      '/issues/:number/comments',
      '/issues/:number/commits',
      '/issue-types',
    ],
    path: '/issues/7/commits',
  },
  demo: {
    routes: [
      '/hello',
      '/hell',
      '/hey',
      '/about',
      '/health',
      '/greeting',
      '/echo',
      '/bench/:name',
    ],
    path: '/bench/ada',
  },
  precedence: {
    routes: ['/files/*path', '/files/:name', '/files/readme'],
    path: '/files/notes',
  },
  backtrack: {
    routes: [
      '/users/me/posts',
      '/users/:id/settings',
      '/users/:id',
      '/users/*rest',
    ],
    path: '/users/me/likes',
  },
  files: {
    routes: ['/', '/files', '/files/*path', '/assets/*', '/assets/app.js'],
    path: '/files/img/logo.svg',
  },
  escapes: {
    routes: ['/café', '/users/:name', '/users/:name/files/:file'],
    path: '/users/jo%c3%a3o/files/a%2Fb.txt',
  },
  github,
  refused: {
    routes: [
      '/users/:id',
      '/users/:name',
      'users',
      '/price/:eur*',
      '/*all/more',
      '/100%',
    ],
    path: '/users/7',
  },
}
