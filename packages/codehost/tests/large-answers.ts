/**
 * The largest answers that the service's documentation allows, for a stand-in: bodies of 65,536 characters, 100 items a page,
 * a file of 5 MB, folders of 1,000 entries and more, commits of thousands of files.
 */
import type { ReceivedRequest, PreparedAnswer } from "./answers.ts"

const SHA = "0123456789abcdef0123456789abcdef01234567"
const TIME = "2026-01-31T12:00:00Z"
/** Text as people write it: some of it takes more than a byte a character. */
const text = (chars: number) => "It squeaks when it turns, já tão alto.\n".repeat(Math.ceil(chars / 39)).slice(0, chars)

const page = (path: string) => `https://codehost.example/${path}`
const api = (path: string) => `https://api.codehost.example/${path}`

const user = (login: string) => ({
  login,
  id: 583_231,
  node_id: "MDQ6VXNlcjU4MzIzMQ==",
  type: "User",
  site_admin: false,
  gravatar_id: "",
  html_url: page(login),
  ...Object.fromEntries(
    ["url", "followers_url", "following_url", "gists_url", "starred_url", "repos_url", "events_url", "avatar_url"].map(
      (name) => [name, api(`users/${login}/${name}`)]
    )
  )
})

const people = (count: number) => Array.from({ length: count }, (_, n) => user(`somebody-with-a-name-${n}`))
const labels = Array.from({ length: 100 }, (_, n) => ({
  id: n,
  name: `area/component-number-${n}`,
  color: "ededed",
  description: "Something about a part of the product that has a name"
}))

const issue = (number: number) => ({
  id: 1_000_000 + number,
  node_id: "I_kwDOABCDEF5O1_AbC",
  number,
  title: text(256).replaceAll("\n", " "),
  body: text(65_536),
  state: "open",
  html_url: page(`acme/widgets/issues/${number}`),
  url: api(`repos/acme/widgets/issues/${number}`),
  events_url: api(`repos/acme/widgets/issues/${number}/events`),
  repository_url: api("repos/acme/widgets"),
  user: user("mona"),
  labels: labels.slice(0, 10),
  assignees: people(10),
  milestone: { number: 1, title: "Next", state: "open", due_on: TIME },
  comments: 2500,
  locked: false,
  created_at: TIME,
  updated_at: TIME,
  reactions: { url: api("reactions"), total_count: 0 }
})

const side = { label: "acme:topic", ref: "topic", sha: SHA, repo: { full_name: "acme/widgets" } }
const pull = {
  ...issue(7),
  head: side,
  base: side,
  labels,
  requested_reviewers: people(100),
  requested_teams: [],
  mergeable: null
}

const repository = {
  id: 7,
  name: "widgets",
  full_name: "acme/widgets",
  owner: user("acme"),
  private: false,
  html_url: page("acme/widgets"),
  description: text(350),
  topics: Array.from({ length: 20 }, (_, n) => `topic-number-${n}-${"x".repeat(30)}`),
  default_branch: "main"
}

const commit = (n: number) => ({
  sha: SHA,
  html_url: page(`acme/widgets/commit/${SHA}`),
  commit: {
    message: text(n === 0 ? 65_536 : 5000),
    author: { name: "Mona", email: "mona@example.com", date: TIME },
    committer: { name: "Mona", email: "mona@example.com", date: TIME },
    verification: { verified: true, reason: "valid", signature: text(900), payload: text(900) }
  },
  author: user("mona"),
  committer: user("mona"),
  parents: [{ sha: SHA }]
})

const files = Array.from({ length: 300 }, (_, n) => ({
  sha: SHA,
  filename: `packages/some-package/src/some/folder/with/a/name/file-${n}.ts`,
  status: "modified",
  additions: 100,
  deletions: 100,
  changes: 200,
  patch: `@@ -1,3 +1,3 @@\n${text(3000)}`
}))

const run = (n: number) => ({
  id: 30_433_642 + n,
  name: "CI",
  display_title: text(200).replaceAll("\n", " "),
  workflow_id: 7001,
  run_number: n,
  event: "push",
  status: "completed",
  conclusion: "success",
  head_branch: "a-branch/with-a-name",
  head_sha: SHA,
  html_url: page(`acme/widgets/actions/runs/${n}`),
  actor: user("mona"),
  created_at: TIME,
  updated_at: TIME,
  run_started_at: TIME
})

const gist = (content: boolean) => ({
  id: "aa5a315d61ae9438b18d",
  description: text(500),
  public: true,
  html_url: page("gists/aa5a"),
  owner: user("mona"),
  files: Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [
      `file-${n}.md`,
      {
        filename: `file-${n}.md`,
        type: "text/markdown",
        language: "Markdown",
        size: 100_000,
        raw_url: page(`gists/raw/${SHA}/file-${n}.md`),
        ...(content && { content: text(100_000), truncated: false })
      }
    ])
  ),
  comments: 0,
  created_at: TIME,
  updated_at: TIME
})

const release = (n: number) => ({
  id: n,
  tag_name: `v1.${n}.0`,
  name: `Version 1.${n}`,
  body: text(125_000),
  draft: false,
  prerelease: false,
  html_url: page(`acme/widgets/releases/${n}`),
  author: user("mona"),
  assets: Array.from({ length: 100 }, (_, at) => ({
    name: `widgets-1.${n}.0-platform-${at}.tar.gz`,
    size: 10_000_000,
    download_count: 5,
    content_type: "application/gzip",
    browser_download_url: page(`acme/widgets/releases/download/v1.${n}.0/widgets-1.${n}.0-platform-${at}.tar.gz`)
  })),
  created_at: TIME,
  published_at: TIME
})

const review = (n: number) => ({
  id: n,
  user: user(`reviewer-with-a-name-${n % 100}`),
  state: "APPROVED",
  body: text(2000),
  html_url: page(`acme/widgets/pull/7#review-${n}`),
  submitted_at: TIME
})

const entry = (n: number) => ({
  type: "file",
  name: `a-file-with-a-rather-long-name-${n}.ts`,
  path: `src/a-file-with-a-rather-long-name-${n}.ts`,
  sha: SHA,
  size: 12_345,
  html_url: page(`acme/widgets/blob/main/src/a-file-with-a-rather-long-name-${n}.ts`),
  url: api("contents"),
  git_url: api("git/blobs/1"),
  download_url: page("raw")
})

const some = <A>(count: number, make: (n: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, n) => make(n))

/** Lines of a log or source, in a file of 5 MB. */
export const bigFile = some(70_000, (n) => `line ${n + 1}: ${"0123456789 áé".repeat(5)}\r\n`).join("")
/** A file of one line. */
export const oneLine = `{"data":"${"0123456789abcdef".repeat(65_536)}"}`

const fileOf = (path: string, content: string): PreparedAnswer => ({
  body: { ...entry(1), name: path, path, encoding: "none", content: "", size: Buffer.byteLength(content), sha: SHA }
})

/** The links of a list of 30 pages. */
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

/** Whatever is asked, in full. */
export const largeAnswer = (request: ReceivedRequest): PreparedAnswer => {
  const { headers, ...answer } = bodyOf(request)
  return { ...answer, headers: { ...HEADERS, ...headers } }
}

const widgets = { owner: "acme", repo: "widgets" }
const project = { owner: "acme", owner_type: "organization", project_number: 1, item_id: 1, status: "Done" }

/** For each step, the inputs whose answers are the largest. */
export const largeInputs: Readonly<Record<string, ReadonlyArray<object>>> = {
  codehost_api_call: [
    { method: "GET", endpoint: "/repos/acme/widgets/issues" },
    { method: "GET", endpoint: "/repos/acme/widgets" },
    { method: "GET", endpoint: "/repos/acme/widgets/contents/src" }
  ],
  codehost_create_branch: [{ ...widgets, branch: "x", sha: SHA }],
  codehost_create_gist: [{ files: { "a.md": "a" } }],
  codehost_create_issue: [{ ...widgets, title: "a" }],
  codehost_create_issue_comment: [{ ...widgets, issue_number: 1, body: "a" }],
  codehost_create_or_update_file_contents: [{ ...widgets, path: "new.md", content: "a" }],
  codehost_create_pull_request: [{ ...widgets, title: "a", head: "topic", base: "main" }],
  codehost_create_repository: [{ name: "widgets" }],
  codehost_create_workflow_dispatch: [{ ...widgets, workflow_id: "ci.yml", ref: "main" }],
  codehost_disable_workflow: [{ ...widgets, workflow_id: "ci.yml" }],
  codehost_enable_workflow: [{ ...widgets, workflow_id: "ci.yml" }],
  codehost_get_commit: [
    { ...widgets, ref: "main", detail: "patch" },
    { ...widgets, ref: "main" }
  ],
  codehost_get_issue_assignees: [{ ...widgets, issue_number: 1 }],
  codehost_get_repository_content: [
    { ...widgets, path: "big.txt" },
    { ...widgets, path: "line.json" },
    { ...widgets, path: "src" }
  ],
  codehost_get_repository_info: [widgets],
  codehost_get_reviewers: [{ ...widgets, pull_number: 7 }],
  codehost_get_workflow_run: [{ ...widgets, run_id: 1 }],
  codehost_list_commits: [widgets, { ...widgets, per_page: 100 }],
  codehost_list_gists_for_a_user: [{ username: "mona", per_page: 100 }],
  codehost_list_releases: [{ ...widgets, per_page: 100 }],
  codehost_list_workflow_runs: [{ ...widgets, per_page: 100 }],
  codehost_search_issues_and_pull_requests: [{ q: "repo:acme/widgets" }, { q: "repo:acme/widgets", per_page: 100 }],
  codehost_star_repo: [widgets],
  codehost_update_gist: [{ gist_id: "aa5a", description: "a" }],
  codehost_update_issue: [{ ...widgets, issue_number: 1, title: "a" }],
  codehost_update_project_v2_item_status: [project]
}
