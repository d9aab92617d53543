// Where things are to be found, as the caller who asks can reach them.

import { otherOrigin } from "@inlay/sandbox-kit/wire"

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
