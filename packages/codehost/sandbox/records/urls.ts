// Where things are to be found, as the caller who asks can reach them.

export interface Urls {
  /** Base address of the REST API, without a slash at its end. */
  readonly api: string
  /** What `https://github.com` is to the service: pages are below it. */
  readonly html: string
  /** Base address of the sign-in pages. */
  readonly web: string
}

/** `mount` is where the API is served, such as `/codehost`. */
export const urlsOf = (origin: string, mount: string): Urls => ({
  api: `${origin}${mount}`,
  html: `${origin}/repo`,
  web: `${origin}/codehost-web`
})

/** A path of several segments, each encoded, its slashes kept. */
export const encodePath = (path: string): string => path.split("/").map(encodeURIComponent).join("/")
