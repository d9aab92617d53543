/**
 * Records of the largest sizes that the service's documentation allows: texts of 65,536 characters, a file of 5 MB, a
 * commit of 300 files.
 */
export const SHA = "0123456789abcdef0123456789abcdef01234567"
const TIME = "2026-01-31T12:00:00Z"
/** Realistic text, in which some characters take more than one byte. */
export const text = (chars: number) =>
  "It squeaks when it turns, já tão alto.\n".repeat(Math.ceil(chars / 39)).slice(0, chars)

export const page = (path: string) => `https://codehost.example/${path}`
export const api = (path: string) => `https://api.codehost.example/${path}`

export const user = (login: string) => ({
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

export const people = (count: number) => Array.from({ length: count }, (_, n) => user(`somebody-with-a-name-${n}`))
export const labels = Array.from({ length: 100 }, (_, n) => ({
  id: n,
  name: `area/component-number-${n}`,
  color: "ededed",
  description: "Something about a part of the product that has a name"
}))

export const issue = (number: number) => ({
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
export const pull = {
  ...issue(7),
  head: side,
  base: side,
  labels,
  requested_reviewers: people(100),
  requested_teams: [],
  mergeable: null
}

export const repository = {
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

export const commit = (n: number) => ({
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

export const files = Array.from({ length: 300 }, (_, n) => ({
  sha: SHA,
  filename: `packages/some-package/src/some/folder/with/a/name/file-${n}.ts`,
  status: "modified",
  additions: 100,
  deletions: 100,
  changes: 200,
  patch: `@@ -1,3 +1,3 @@\n${text(3000)}`
}))

export const run = (n: number) => ({
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

export const gist = (content: boolean) => ({
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

export const release = (n: number) => ({
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

export const review = (n: number) => ({
  id: n,
  user: user(`reviewer-with-a-name-${n % 100}`),
  state: "APPROVED",
  body: text(2000),
  html_url: page(`acme/widgets/pull/7#review-${n}`),
  submitted_at: TIME
})

export const entry = (n: number) => ({
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

export const some = <A>(count: number, make: (n: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, n) => make(n))

/** Lines of a log or source file, 5 MB in total. */
export const bigFile = some(70_000, (n) => `line ${n + 1}: ${"0123456789 áé".repeat(5)}\r\n`).join("")
/** A file with a single line. */
export const oneLine = `{"data":"${"0123456789abcdef".repeat(65_536)}"}`
