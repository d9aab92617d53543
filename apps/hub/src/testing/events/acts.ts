/** Actions of people at the code host, and what each one starts if every trigger has one subscription. */
import type { CodeHost } from "./code-host.ts"

export interface Act {
  readonly name: string
  readonly act: (codeHost: CodeHost) => Promise<unknown>
  /** Whether the event can only be polled, because the service sends no webhook for it, or not to everybody. */
  readonly isPolled?: boolean
  /** The data of the starts by trigger: one, or several in the order in which they happened. */
  readonly starts: Readonly<Record<string, object | ReadonlyArray<object>>>
}

const WIDGETS = "/repos/acme/widgets"
const at = { repository: "acme/widgets", actor: "ada" }

interface Item {
  readonly id: number
  readonly name?: string
}

const DONE = "98236657"

const moveItem = async ({ ask }: CodeHost) => {
  const project = "/orgs/acme/projectsV2/1"
  const [item] = await ask<ReadonlyArray<Item>>("GET", `${project}/items`)
  const fields = await ask<ReadonlyArray<Item>>("GET", `${project}/fields`)
  const status = fields.find(({ name }) => name === "Status")
  await ask("PATCH", `${project}/items/${item?.id}`, { fields: [{ id: status?.id, value: DONE }] })
}

const pullNumber = async ({ ask }: CodeHost): Promise<number> => {
  const pulls = await ask<ReadonlyArray<{ readonly number: number }>>("GET", `${WIDGETS}/pulls?head=acme:feature/x`)
  return pulls[0]?.number ?? 0
}

/** The nine conclusions of a workflow run, each with its outcome. */
const OUTCOMES = {
  success: "succeeded",
  failure: "failed",
  timed_out: "failed",
  startup_failure: "failed",
  cancelled: "cancelled",
  neutral: "other",
  skipped: "other",
  stale: "other",
  action_required: "other"
} as const

const runs: ReadonlyArray<Act> = Object.entries(OUTCOMES).map(([conclusion, outcome]) => ({
  name: `a run that ends as ${conclusion}`,
  act: ({ control }) => control("/runs/complete", { conclusion }),
  starts: {
    codehost_workflow_run_completed: { ...at, conclusion, outcome, branch: "main", workflow: "CI" },
    // A run that fails at startup has no jobs, and a job has fewer possible conclusions than a run.
    ...(conclusion !== "startup_failure" && { codehost_workflow_job_completed: { ...at, branch: "main" } })
  }
}))

export const acts: ReadonlyArray<Act> = [
  {
    name: "a star",
    act: ({ control }) => control("/stars", { login: "grace" }),
    starts: { codehost_new_star: { ...at, actor: "grace" } }
  },
  {
    name: "a star taken away",
    act: ({ control }) => control("/stars", { login: "grace", starred: false }),
    starts: {}
  },
  {
    name: "the star given again",
    act: ({ control }) => control("/stars", { login: "grace" }),
    starts: { codehost_new_star: { actor: "grace" } }
  },
  {
    name: "a fork",
    act: ({ askAs }) => askAs("linus", "POST", `${WIDGETS}/forks`, {}),
    starts: { codehost_new_fork: { ...at, actor: "linus", fork: "linus/widgets" } }
  },
  {
    name: "a watcher",
    act: ({ control }) => control("/watchers", { login: "barbara" }),
    isPolled: true,
    starts: { codehost_new_watcher: { ...at, actor: "barbara" } }
  },
  {
    name: "a repository of the organization",
    act: ({ askAs }) => askAs("ada", "POST", "/orgs/acme/repos", { name: "fresh" }),
    starts: { codehost_new_repository: { repository: "acme/fresh", owner: "acme", actor: "ada", private: false } }
  },
  {
    name: "a gist",
    act: ({ askAs }) => askAs("hubot", "POST", "/gists", { public: true, files: { "a.md": { content: "A" } } }),
    isPolled: true,
    starts: { codehost_new_gist: { actor: "hubot", public: true, files: ["a.md"] } }
  },
  {
    name: "an issue",
    act: ({ control }) => control("/issues", { title: "It squeaks", body: "Loudly" }),
    starts: { codehost_new_issue: { ...at, title: "It squeaks", body: "Loudly", state: "open", labels: [] } }
  },
  {
    name: "a comment that mentions the account",
    act: ({ control }) => control("/mentions", { number: 1, body: "@mona, look" }),
    isPolled: true,
    starts: {
      codehost_new_comment: { ...at, number: 1, on: "issue", mentions_me: true },
      codehost_new_mention: { ...at, number: 1, on: "comment", body: "@mona, look" }
    }
  },
  {
    name: "a label",
    act: ({ askAs }) => askAs("ada", "POST", `${WIDGETS}/issues/1/labels`, { labels: ["wontfix"] }),
    starts: {
      codehost_new_label_on_issue: { ...at, number: 1, label: "wontfix" },
      codehost_updated_issue: { ...at, number: 1, changed: ["labels"], action: "labeled", label: "wontfix" }
    }
  },
  {
    name: "another title",
    act: ({ askAs }) => askAs("ada", "PATCH", `${WIDGETS}/issues/1`, { title: "They turn backwards" }),
    starts: {
      codehost_updated_issue: {
        changed: ["title"],
        previous_title: "Widgets turn backwards",
        title: "They turn backwards"
      }
    }
  },
  {
    name: "another milestone, which no subscription asks for",
    act: ({ askAs }) => askAs("ada", "PATCH", `${WIDGETS}/issues/1`, { milestone: 2 }),
    starts: {}
  },
  {
    name: "a push of a new branch and a tag",
    act: ({ control }) =>
      control("/push", { branch: "feature/x", commits: [{ message: "One", files: { "a.txt": "a\n" } }], tags: ["v9"] }),
    starts: {
      codehost_new_branch: { ...at, branch: "feature/x" },
      codehost_new_tag: { ...at, tag: "v9" },
      codehost_new_commit: { ...at, branch: "feature/x", message: "One", paths: ["a.txt"] },
      codehost_new_push: [
        { ...at, ref: "refs/heads/feature/x", ref_type: "branch", created: true, commit_count: 1 },
        { ...at, ref: "refs/tags/v9", ref_type: "tag", name: "v9", created: true }
      ]
    }
  },
  {
    name: "a pull request",
    act: ({ askAs }) => askAs("ada", "POST", `${WIDGETS}/pulls`, { title: "Add a", head: "feature/x", base: "main" }),
    starts: {
      codehost_new_pull_request: {
        ...at,
        title: "Add a",
        head: "feature/x",
        base: "main",
        status: "ready_for_review",
        action: "opened"
      }
    }
  },
  {
    name: "a request for a review",
    act: async (host) => {
      const path = `${WIDGETS}/pulls/${await pullNumber(host)}/requested_reviewers`
      return host.askAs("ada", "POST", path, { reviewers: ["grace"] })
    },
    starts: { codehost_new_review_request: { ...at, reviewer: "grace", reviewer_type: "user", requests_me: false } }
  },
  {
    name: "a review",
    act: async (host) =>
      host.control("/reviews", { login: "grace", number: await pullNumber(host), event: "APPROVE", body: "Fine" }),
    starts: { codehost_new_pull_request_review: { ...at, actor: "grace", outcome: "approved", base: "main" } }
  },
  {
    name: "a merge",
    act: async (host) => host.askAs("ada", "PUT", `${WIDGETS}/pulls/${await pullNumber(host)}/merge`, {}),
    starts: {
      codehost_updated_pull_request: { ...at, action: "closed", changed: ["status"], merged: true, status: "merged" },
      codehost_new_push: { ...at, ref: "refs/heads/main" },
      codehost_new_commit: { ...at, branch: "main" }
    }
  },
  ...runs,
  {
    name: "a collaborator",
    act: ({ control }) => control("/collaborators", { collaborator: "edsger" }),
    starts: { codehost_new_collaborator: { ...at, username: "edsger", permission: "write" } }
  },
  {
    name: "a release",
    act: ({ askAs }) => askAs("ada", "POST", `${WIDGETS}/releases`, { tag_name: "v9", body: "New" }),
    starts: { codehost_new_release: { ...at, tag: "v9", prerelease: false, body: "New" } }
  },
  {
    name: "a discussion and a comment on it",
    act: async ({ control }) => {
      const { number } = await control<{ readonly number: number }>("/discussions", { title: "Why?", category: "Q&A" })
      await control("/discussions/comments", { number, body: "Because" })
    },
    starts: {
      codehost_new_discussion: { ...at, title: "Why?", category: "Q&A" },
      codehost_new_discussion_comment: { ...at, title: "Why?", body: "Because", reply: false }
    }
  },
  {
    name: "another status of a project's item",
    act: moveItem,
    starts: { codehost_project_item_status_changed: { owner: "acme", project_number: 1, from: "Todo", to: "Done" } }
  },
  {
    name: "a card",
    act: ({ control }) => control("/cards", { column_id: 367, note: "Look" }),
    starts: { codehost_new_card_in_column: { actor: "ada", column_id: 367, note: "Look" } }
  }
]
