/**
 * Stub responses of the largest sizes that the service's documentation allows: bodies of 65,536 characters, 100 items
 * per page, a file of 5 MB, folders of 1,000 entries and more, commits of thousands of files.
 */
import type { PreparedAnswer, ReceivedRequest } from "../answers.ts"
import {
  SHA,
  api,
  bigFile,
  commit,
  entry,
  files,
  gist,
  issue,
  labels,
  oneLine,
  page,
  people,
  pull,
  release,
  repository,
  review,
  run,
  some,
  text,
  user
} from "./records.ts"

const fileOf = (path: string, content: string): PreparedAnswer => ({
  body: { ...entry(1), name: path, path, encoding: "none", content: "", size: Buffer.byteLength(content), sha: SHA }
})

/** Returns the `link` header of a list with 30 pages. */
const more = (target: string) => {
  const [path = "", query = ""] = target.slice(1).split("?")
  const at = (number: number) => {
    const parameters = new URLSearchParams(query)
    parameters.set("page", String(number))
    return api(`${path}?${parameters.toString()}`)
  }
  const current = Number(new URLSearchParams(query).get("page") ?? 1)
  return { link: `<${at(current + 1)}>; rel="next", <${at(30)}>; rel="last"` }
}

const HEADERS = {
  "x-ratelimit-limit": "5000",
  "x-ratelimit-remaining": "4999",
  "x-ratelimit-used": "1",
  "x-ratelimit-reset": "1893456000",
  "x-ratelimit-resource": "core",
  "x-oauth-scopes": "repo, workflow, gist, read:org, project",
  "x-accepted-oauth-scopes": "repo",
  "x-github-media-type": "github.v3; format=json",
  "x-github-api-version-selected": "2022-11-28",
  "x-github-request-id": "ED2F:1B5A7:1A2B3C4:1B2C3D4:65BA1234",
  "access-control-expose-headers":
    "ETag, Link, Location, Retry-After, X-GitHub-OTP, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Used, X-RateLimit-Resource, X-RateLimit-Reset, X-OAuth-Scopes, X-Accepted-OAuth-Scopes, X-Poll-Interval, X-GitHub-Media-Type, X-GitHub-SSO, X-GitHub-Request-Id, Deprecation, Sunset, Warning",
  "access-control-allow-origin": "*",
  "strict-transport-security": "max-age=31536000; includeSubdomains; preload",
  "content-security-policy": "default-src 'none'",
  "referrer-policy": "origin-when-cross-origin, strict-origin-when-cross-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "deny",
  "x-xss-protection": "0",
  "cache-control": "private, max-age=60, s-maxage=60",
  etag: 'W/"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"',
  vary: "Accept, Authorization, Cookie, X-GitHub-OTP,Accept-Encoding, Accept, X-Requested-With",
  server: "github.com"
}

const perPage = (target: string) => Number(new URLSearchParams(target.split("?")[1]).get("per_page") ?? 30)

const bodyOf = ({ method, target }: ReceivedRequest): PreparedAnswer => {
  const [path = ""] = target.split("?")
  const list = (make: (n: number) => unknown): PreparedAnswer => ({
    body: some(perPage(target), make),
    headers: more(target)
  })
  if (path.endsWith("/logs")) return { text: bigFile, headers: { "content-type": "text/plain; charset=utf-8" } }
  if (path === "/search/issues") {
    return {
      body: { total_count: 5000, incomplete_results: false, items: some(perPage(target), issue) },
      headers: more(target)
    }
  }
  if (path.endsWith("/requested_reviewers") && method === "GET") return { body: { users: people(100), teams: [] } }
  if (path.endsWith("/reviews")) return { body: some(100, review) }
  if (path.endsWith("/projectsV2/1/fields")) {
    return {
      body: [
        {
          id: 1,
          name: "Status",
          data_type: "single_select",
          options: some(50, (n) => ({ id: `o${n}`, name: { raw: n === 0 ? "Done" : `Option ${n}` } }))
        }
      ]
    }
  }
  if (path.includes("/projectsV2/1/items/")) return { body: { id: 1 } }
  if (path.endsWith("/dispatches") || path.endsWith("able") || path.includes("/starred/")) return { status: 204 }
  if (path.endsWith("/runs"))
    return { body: { total_count: 5000, workflow_runs: some(perPage(target), run) }, headers: more(target) }
  if (/\/runs\/\d+$/.test(path)) return { body: run(1) }
  if (path.endsWith("/releases")) return list(release)
  if (path.endsWith("/gists") && method === "GET") return list(() => gist(false))
  if (path.startsWith("/gists")) return { status: method === "POST" ? 201 : 200, body: gist(true) }
  if (path.endsWith("/comments")) return { status: 201, body: { ...issue(1), author_association: "MEMBER" } }
  if (path.endsWith("/pulls") || path.includes("/pulls/")) return { status: method === "POST" ? 201 : 200, body: pull }
  if (path.endsWith("/issues") && method === "GET") return list(issue)
  if (path.includes("/issues")) return { status: method === "POST" ? 201 : 200, body: { ...issue(1), labels } }
  if (path.endsWith("/commits")) return list(commit)
  if (path.includes("/commits/"))
    return {
      body: { ...commit(0), stats: { additions: 30_000, deletions: 30_000, total: 60_000 }, files },
      headers: more(target)
    }
  if (path.includes("/git/trees/")) return { status: 404, body: { message: "Not Found" } }
  if (path.includes("/git/blobs/")) {
    const content = target.includes("2".repeat(40)) ? oneLine : bigFile
    return { body: { sha: SHA, encoding: "base64", content: Buffer.from(content).toString("base64") } }
  }
  if (path.includes("/git/ref"))
    return { status: method === "POST" ? 201 : 200, body: { ref: "refs/heads/x", object: { sha: SHA } } }
  if (path.endsWith("/contents/big.txt") && method === "GET") return fileOf("big.txt", bigFile)
  if (path.endsWith("/contents/line.json"))
    return { body: { ...(fileOf("line.json", oneLine).body as object), sha: "2".repeat(40) } }
  if (path.includes("/contents/") && method === "PUT") {
    return {
      status: 201,
      body: { content: entry(1), commit: commit(0).commit && { sha: SHA, html_url: page("x"), message: text(65_536) } }
    }
  }
  if (path.endsWith("/contents/new.md")) return { status: 404, body: { message: "Not Found" } }
  if (path.endsWith("/contents/") && method === "GET") return { body: [] }
  if (path.includes("/contents/")) return { body: some(1000, entry) }
  if (path.endsWith("/repos")) return { status: 201, body: repository }
  return path.startsWith("/users/") || path === "/user" ? { body: user("mona") } : { body: repository }
}

/** Returns the largest response to a request. */
export const largeAnswer = (request: ReceivedRequest): PreparedAnswer => {
  const { headers, ...answer } = bodyOf(request)
  return { ...answer, headers: { ...HEADERS, ...headers } }
}
