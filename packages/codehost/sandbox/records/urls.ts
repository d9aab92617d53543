// Where things are to be found, as the caller who asks can reach them.

export interface Urls {
  /** Base address of the REST API, without a slash at its end. */
  readonly api: string
  /** What `https://github.com` is to the service: pages are below it. */
  readonly html: string
  /** Base address of the sign-in pages. */
  readonly web: string
  /** Base address of the store behind signed addresses: another host than the API's. */
  readonly storage: string
}

/** The same place by the other name of the loopback interface: to a client it is another host. */
export const otherOrigin = (origin: string): string => {
  const url = new URL(origin)
  url.hostname = url.hostname === "localhost" ? "127.0.0.1" : "localhost"
  return url.origin
}

/** Where the store is served. */
export const storagePath = "/codehost-storage"

/** `mount` is where the API is served, such as `/codehost`. */
export const urlsOf = (origin: string, mount: string): Urls => ({
  api: `${origin}${mount}`,
  html: `${origin}/repo`,
  web: `${origin}/codehost-web`,
  storage: `${otherOrigin(origin)}${storagePath}`
})

/** A path of several segments, each encoded, its slashes kept. */
export const encodePath = (path: string): string => path.split("/").map(encodeURIComponent).join("/")
