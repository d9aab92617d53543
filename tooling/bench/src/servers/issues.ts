/**
 * Serves the pages of a repository with 5,000 issues as the code host's sandbox returns them. They are requested once
 * and then served from memory, so that only the client is measured. Links between the pages are the service's own;
 * below `/by-cursor` they consist of an `after` cursor only, and no page tells which is the last.
 */
import { createServer } from "node:http"

import { startSandbox } from "@inlay/codehost-sandbox"

import { serve } from "./start.ts"

const ISSUES = 5_000
const PER_PAGE = 100
const REPOSITORY = "/repos/acme/widgets/issues"

/** The list of issues includes pull requests, two of which are open. */
const sandbox = await startSandbox({ issues: ISSUES - 2 })
const base = new URL(sandbox.urls.codehost)
const BY_CURSOR = "/by-cursor"
const cursorOf = (page: number) => Buffer.from(`cursor:v2:${page}`).toString("base64url")

/** Keyed by the number or cursor that requests the page. */
const pages = new Map<string, { readonly headers: Record<string, string>; readonly body: Buffer }>()
const headersKept = ["content-type", "link", "etag", "x-ratelimit-limit", "x-ratelimit-resource"]

let requests = 0

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  request.resume()
  if (request.url === "/requests") return void response.end(String(requests))
  requests += 1
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost")
  const page = pages.get(
    pathname.startsWith(BY_CURSOR) ? (searchParams.get("after") ?? cursorOf(1)) : (searchParams.get("page") ?? "1")
  )
  if (page === undefined) return void response.writeHead(404).end()
  response.writeHead(200, page.headers).end(page.body)
})

const load = async (origin: string) => {
  for (let page = 1; page <= ISSUES / PER_PAGE; page++) {
    const url = `${sandbox.urls.codehost}${REPOSITORY}?state=open&per_page=${PER_PAGE}&page=${page}`
    const answer = await fetch(url, { headers: { authorization: `Bearer ${sandbox.env.INLAY_CODEHOST_TOKEN}` } })
    const body = Buffer.from((await answer.text()).replaceAll(base.origin, origin))
    const headers = Object.fromEntries(
      headersKept.flatMap((name) => {
        const value = answer.headers.get(name)
        return value === null ? [] : [[name, value.replaceAll(sandbox.urls.codehost, origin)]]
      })
    )
    const { link: _link, ...lastPageHeaders } = headers
    const next = `${origin}${BY_CURSOR}${REPOSITORY}?state=open&per_page=${PER_PAGE}&after=${cursorOf(page + 1)}`
    const limits = { "x-ratelimit-remaining": "4999", "x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + 3600) }
    const all = { ...limits, "content-length": String(body.length) }
    pages.set(String(page), { headers: { ...headers, ...all }, body })
    const onward = page < ISSUES / PER_PAGE ? { link: `<${next}>; rel="next"` } : {}
    pages.set(cursorOf(page), { headers: { ...lastPageHeaders, ...onward, ...all }, body })
  }
}

server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (typeof address !== "object" || address === null) return
  const origin = `http://127.0.0.1:${address.port}`
  void load(origin)
    .then(() => sandbox.close())
    .then(() => serve({ origin }))
})
