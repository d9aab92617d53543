/** In place of what follows redirects: a browser tells nobody where one leads, so here none is followed. */
export const followed = (): undefined => undefined
