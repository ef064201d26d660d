import { github } from '../route-tree/presets.js'

/**
 * The first is the table of the chapter's steps.
 *
 * @type {Record<string, import('../route-tree/presets.js').Preset>}
 */
export const presets = {
  users: {
    routes: ['/users/me/posts', '/users/:id/settings'],
    path: '/users/me/settings',
  },
  blog: {
    routes: [
      '/',
      '/posts',
      '/posts/new',
      '/posts/:slug',
      '/posts/:slug/comments',
      '/posts/:slug/comments/:id',
      '/tags/:tag',
    ],
    path: '/posts/new/comments/7',
  },
  github,
  refused: {
    routes: [
      '/users/:id',
      '/users/:name',
      'users',
      '/price/:eur*',
      '/:a/to/:a',
    ],
    path: '/users/7',
  },
}
