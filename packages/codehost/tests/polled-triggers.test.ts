/** Polls each trigger that the sandbox supports: an action there is reported exactly once, with the right output. */
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"

import type { Json } from "./events.ts"
import { polls } from "./polls.ts"

const { ask, calls, connection, control, poller } = (() => {
  const all = polls()
  return { ...all, calls: async (): Promise<ReadonlyArray<Json>> => (await all.control("/calls")).calls }
})()

const widgets = { owner: "acme", repo: "widgets" }
const base = "/repos/acme/widgets"

const tokenOf = async (login: string): Promise<string> =>
  (await control("/tokens", { login, scopes: ["repo", "workflow", "gist", "project"], label: `of ${login}` })).token

const contentOf = (text: string) => Buffer.from(text).toString("base64")

const write = (path: string) =>
  ask("PUT", `${base}/contents/${path}`, { message: "Oil", content: contentOf("oil"), branch: "oil/fast" })

const openPull = async (more: object = {}) => {
  const { commit } = await ask("GET", `${base}/branches/main`)
  await ask("POST", `${base}/git/refs`, { ref: "refs/heads/oil/fast", sha: commit.sha })
  await write("first.txt")
  return ask("POST", `${base}/pulls`, { title: "Oil", head: "oil/fast", base: "main", ...more })
}

const issueNumber = async () => (await ask("POST", `${base}/issues`, { title: "It squeaks" })).number

interface Case {
  readonly id: string
  readonly target?: object
  /** Preparation before the first poll. */
  readonly given?: () => Promise<Json>
  readonly act: (given: Json) => Promise<unknown>
  readonly told: object
}

const cases: ReadonlyArray<Case> = [
  {
    id: "new_repository",
    target: { org: "acme" },
    act: () => ask("POST", "/orgs/acme/repos", { name: "gears" }),
    told: { repository: "acme/gears" }
  },
  {
    id: "new_repository",
    target: {},
    act: () => ask("POST", "/user/repos", { name: "own-gears" }),
    told: { repository: "mona/own-gears" }
  },
  {
    id: "new_fork",
    act: async () => ask("POST", `${base}/forks`, { name: "my-widgets" }, await tokenOf("ada")),
    told: { repository: "acme/widgets", actor: "ada" }
  },
  {
    id: "new_star",
    act: async () => ask("PUT", "/user/starred/acme/widgets", undefined, await tokenOf("hubot")),
    told: { repository: "acme/widgets", actor: "hubot" }
  },
  {
    id: "new_watcher",
    act: async () => ask("PUT", `${base}/subscription`, { subscribed: true }, await tokenOf("hubot")),
    told: { actor: "hubot" }
  },
  {
    id: "new_tag",
    act: async () => {
      const { commit } = await ask("GET", `${base}/branches/main`)
      await ask("POST", `${base}/git/refs`, { ref: "refs/tags/v9/a", sha: commit.sha })
    },
    told: { tag: "v9/a" }
  },
  {
    id: "new_issue",
    act: () => ask("POST", `${base}/issues`, { title: "It squeaks", labels: ["bug"], body: "cc @mona" }),
    told: { title: "It squeaks", labels: ["bug"], mentions_me: true, actor: "mona" }
  },
  {
    id: "updated_issue",
    given: issueNumber,
    act: (number) => ask("PATCH", `${base}/issues/${number}`, { state: "closed", state_reason: "not_planned" }),
    told: { action: "closed", changed: ["status"], state: "closed" }
  },
  {
    id: "updated_issue",
    given: issueNumber,
    act: (number) => ask("PATCH", `${base}/issues/${number}`, { title: "It squeaks loudly" }),
    told: { action: "edited", changed: ["title"], previous_title: "It squeaks", title: "It squeaks loudly" }
  },
  {
    id: "new_label_on_issue",
    given: issueNumber,
    act: (number) => ask("POST", `${base}/issues/${number}/labels`, { labels: ["bug"] }),
    told: { label: "bug" }
  },
  {
    id: "new_pull_request",
    act: () => openPull({ draft: true }),
    told: { action: "opened", draft: true, head: "oil/fast", base: "main" }
  },
  {
    id: "updated_pull_request",
    given: async () => (await openPull()).number,
    act: (number) => ask("PUT", `${base}/pulls/${number}/merge`, {}),
    told: { action: "closed", merged: true, status: "merged" }
  },
  {
    id: "new_comment",
    given: issueNumber,
    act: async (number) =>
      ask("POST", `${base}/issues/${number}/comments`, { body: "Look, @mona" }, await tokenOf("ada")),
    told: { on: "issue", actor: "ada", mentions_me: true, body: "Look, @mona" }
  },
  {
    id: "new_mention",
    given: issueNumber,
    act: async (number) => {
      const ada = await tokenOf("ada")
      await ask("POST", `${base}/issues/${number}/comments`, { body: "Look, @monaco" }, ada)
      await ask("POST", `${base}/issues/${number}/comments`, { body: "Look, @mona" }, ada)
    },
    told: { on: "comment", actor: "ada", body: "Look, @mona" }
  },
  {
    id: "new_review_request",
    given: async () => (await openPull()).number,
    act: (number) => ask("POST", `${base}/pulls/${number}/requested_reviewers`, { reviewers: ["ada"] }),
    told: { reviewer: "ada", reviewer_type: "user", requests_me: false }
  },
  {
    id: "new_pull_request_review",
    given: async () => (await openPull()).number,
    act: async (number) =>
      ask("POST", `${base}/pulls/${number}/reviews`, { event: "APPROVE", body: "Fine" }, await tokenOf("ada")),
    told: { outcome: "approved", actor: "ada", base: "main" }
  },
  {
    id: "new_collaborator",
    act: async () => {
      const invitation = await ask("PUT", `${base}/collaborators/linus`, { permission: "push" })
      await ask("PATCH", `/user/repository_invitations/${invitation.id}`, undefined, await tokenOf("linus"))
    },
    told: { username: "linus" }
  },
  {
    id: "project_item_status_changed",
    target: { owner: "acme", project_number: 1 },
    given: async () => {
      const fields = await ask("GET", "/orgs/acme/projectsV2/1/fields")
      const field = fields.find(({ name }: Json) => name === "Status")
      const items = await ask("GET", `/orgs/acme/projectsV2/1/items?fields=${field.id}`)
      return { field, item: items[0], options: field.options }
    },
    act: ({ field, item, options }) => {
      const now = item.fields.find(({ id }: Json) => id === field.id)?.value?.id
      const next = options.find(({ id }: Json) => id !== now)
      return ask("PATCH", `/orgs/acme/projectsV2/1/items/${item.id}`, { fields: [{ id: field.id, value: next.id }] })
    },
    told: { owner: "acme", project_number: 1, item_id: expect.any(Number), to: expect.any(String) }
  },
  {
    id: "workflow_run_completed",
    given: () => control("/clock", { advanceSeconds: 3600 }),
    act: async () => {
      await ask("POST", `${base}/actions/workflows/ci.yml/dispatches`, { ref: "main" })
      await control("/clock", { advanceSeconds: 3600 })
    },
    told: { outcome: "succeeded", event: "workflow_dispatch", branch: "main" }
  },
  {
    id: "workflow_job_completed",
    given: () => control("/clock", { advanceSeconds: 3600 }),
    act: async () => {
      await ask("POST", `${base}/actions/workflows/ci.yml/dispatches`, { ref: "main" })
      await control("/clock", { advanceSeconds: 3600 })
    },
    told: { outcome: "succeeded", branch: "main" }
  },
  {
    id: "new_gist",
    target: {},
    act: () => ask("POST", "/gists", { files: { "a.md": { content: "a" } }, public: false }),
    told: { files: ["a.md"], public: false, actor: "mona" }
  }
]

describe.each(cases.map((one) => [one.id, one] as const))(
  "codehost_%s",
  (id, { act, given, target = widgets, told }) => {
    it("is reported once", async () => {
      const state = await given?.()
      const poll = await poller(`codehost_${id}`, target)
      expect(await poll()).toEqual([])
      expect(await poll()).toEqual([])
      await act(state)
      const occurrences = await poll()
      expect(occurrences.map(({ data }) => data)).toEqual([expect.objectContaining(told)])
      expect(occurrences[0]?.raw).toBeTypeOf("object")
      expect(await poll()).toEqual([])
    })
  }
)

describe("what a poll reports", () => {
  it("includes two issues of the same second, each once", async () => {
    const poll = await poller("codehost_new_issue", widgets)
    await poll()
    await ask("POST", `${base}/issues`, { title: "One" })
    const first = await poll()
    await ask("POST", `${base}/issues`, { title: "Two" })
    const second = await poll()
    expect([...first, ...second].map(({ data }) => data.title)).toEqual(["One", "Two"])
  })

  it("includes a pull request's new commits, identified by the newest", async () => {
    await openPull()
    const poll = await poller("codehost_updated_pull_request", widgets)
    await poll()
    const { commit } = await write("second.txt")
    expect((await poll()).map(({ data }) => [data.action, data.sha])).toEqual([["synchronize", commit.sha]])
    expect(await poll()).toEqual([])
  })

  it("includes a star that is given again, and not its removal", async () => {
    const hubot = await tokenOf("hubot")
    const poll = await poller("codehost_new_star", widgets)
    await poll()
    await ask("PUT", "/user/starred/acme/widgets", undefined, hubot)
    const [first] = await poll()
    await ask("DELETE", "/user/starred/acme/widgets", undefined, hubot)
    expect(await poll()).toEqual([])
    await ask("PUT", "/user/starred/acme/widgets", undefined, hubot)
    const [again] = await poll()
    expect(again?.key).not.toBe(first?.key)
  })

  it("includes no repository of an organization among the account's own", async () => {
    const poll = await poller("codehost_new_repository", {})
    await poll()
    await ask("POST", "/orgs/acme/repos", { name: "gears" })
    expect(await poll()).toEqual([])
  })

  it("includes nothing from before the first poll", async () => {
    await ask("POST", `${base}/issues`, { title: "Before" })
    const poll = await poller("codehost_new_issue", widgets)
    expect(await poll()).toEqual([])
  })

  it("continues from its cursor in another process", async () => {
    const one = await connection()
    const { cursor } = await Effect.runPromise(one.poll("codehost_new_issue", widgets, undefined))
    await ask("POST", `${base}/issues`, { title: "Meanwhile" })
    const other = await connection()
    const { occurrences } = await Effect.runPromise(other.poll("codehost_new_issue", widgets, cursor))
    expect(occurrences).toHaveLength(1)
  })

  it("costs nothing if nothing changed", async () => {
    const poll = await poller("codehost_new_issue", widgets)
    await poll()
    await poll()
    const pollCalls = (await calls()).filter(({ path }) => path === `${base}/issues`)
    expect(pollCalls.map(({ status }) => status)).toEqual([200, 304])
  })
})

describe("an account that is limited to a repository", () => {
  it("polls it, and refuses any other before sending", async () => {
    const limited = { repositories: "acme/widgets", read_only: "true" }
    const poll = await poller("codehost_new_issue", widgets, limited)
    expect(await poll()).toEqual([])
    const before = (await calls()).length
    const other = await poller("codehost_new_issue", { owner: "acme", repo: "gadgets" }, limited)
    await expect(other()).rejects.toMatchObject({ reason: { _tag: "Refused", guard: "restriction" } })
    // Only the request for the account's login was sent.
    expect((await calls()).slice(before).map(({ path }) => path)).toEqual(["/user"])
  })

  it("may not create webhooks if it is read-only, nor those of an organization", async () => {
    const ways = async (settings: Readonly<Record<string, string>>) =>
      (await Effect.runPromise((await connection(settings)).watcher)).excludedWays
    expect(await ways({})).toEqual([])
    expect(await ways({ repositories: "acme/widgets" })).toEqual(["orgWebhook"])
    expect(await ways({ read_only: "true" })).toEqual(["webhook", "orgWebhook"])
  })
})

it.each([
  ["new_issue", "repo"],
  ["project_item_status_changed", "project_number"]
])("%s of an owner alone is refused if events are polled", async (id, name) => {
  const poll = await poller(`codehost_${id}`, { owner: "acme" })
  await expect(poll()).rejects.toMatchObject({ reason: { _tag: "Invalid", fields: [{ field: `target.${name}` }] } })
})
