// Base URLs of the service, as the caller can reach them.

import { otherOrigin } from "@inlay/sandbox-kit/wire"

export interface Urls {
  /** Base URL of the REST API, without a trailing slash. */
  readonly api: string
  /** Base URL of the pages, which corresponds to `https://github.com`. */
  readonly html: string
  /** Base URL of the sign-in pages. */
  readonly web: string
  /** Base URL of signed downloads, on another host than the API. */
  readonly storage: string
}

/** Path under which signed downloads are served. */
export const storagePath = "/codehost-storage"

/** `mount` is the path under which the API is served, such as `/codehost`. */
export const urlsOf = (origin: string, mount: string): Urls => ({
  api: `${origin}${mount}`,
  html: `${origin}/repo`,
  web: `${origin}/codehost-web`,
  storage: `${otherOrigin(origin)}${storagePath}`
})

/** Encodes each segment of a path and keeps the slashes. */
export const encodePath = (path: string): string => path.split("/").map(encodeURIComponent).join("/")
