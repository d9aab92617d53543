// Turns the reply of an operation into the headers and bytes of a response.

import type { IncomingHttpHeaders } from "node:http"

import type { Answer } from "@inlay/sandbox-kit/wire"

import { etagOf, isUnchanged } from "./etags.ts"
import { jsonType, type Media } from "./media.ts"
import type { Reply } from "./reply.ts"

/** Pages of every origin may call the API, as with the real service. */
export const corsHeaders: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, POST, PATCH, PUT, DELETE",
  "access-control-allow-headers":
    "Authorization, Content-Type, If-Match, If-Modified-Since, If-None-Match, If-Unmodified-Since, X-GitHub-Api-Version, X-Requested-With, User-Agent",
  "access-control-expose-headers":
    "ETag, Link, Location, Retry-After, X-GitHub-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-RateLimit-Used, X-RateLimit-Resource, X-OAuth-Scopes, X-Accepted-OAuth-Scopes, X-Accepted-GitHub-Permissions, X-Poll-Interval"
}

const vary = "Accept, Authorization, Cookie, X-GitHub-OTP,Accept-Encoding, Accept, X-Requested-With"

export const noUserAgent: Answer = {
  status: 403,
  headers: { "content-type": "text/html" },
  body: "\r\nRequest forbidden by administrative rules. Please make sure your request has a User-Agent header (https://docs.github.com/en/rest/overview/resources-in-the-rest-api#user-agent-required). Check https://developer.github.com for other possible causes.\r\n"
}

export const answerOf = ({ body, headers, status, text }: Reply, media: Media | undefined): Answer => {
  const type = text?.type ?? (body === undefined ? undefined : jsonType)
  const content = text?.content ?? (body === undefined ? "" : JSON.stringify(body))
  return {
    status,
    headers: {
      ...(type === undefined ? {} : { "content-type": type }),
      "x-github-media-type": media?.header ?? "github.v3; format=json",
      "cache-control": "private, max-age=60, s-maxage=60",
      vary,
      ...headers
    },
    body: content
  }
}

/**
 * Returns a 304 response if the caller already has this content. Otherwise adds an ETag to a 200 response and returns
 * undefined.
 */
export const unchangedAnswer = (requestHeaders: IncomingHttpHeaders, answer: Answer): Answer | undefined => {
  if (answer.status !== 200) return undefined
  const { "content-type": _, ...headers } = answer.headers
  const etag = etagOf(answer.body)
  const lastModified = answer.headers["last-modified"]
  answer.headers["etag"] = etag
  if (!isUnchanged(requestHeaders, etag, typeof lastModified === "string" ? lastModified : undefined)) return undefined
  return { status: 304, headers: { ...headers, etag }, body: "" }
}
