/**
 * Polls of data that the sandbox does not have, or not in the required quantity, against a local server that responds
 * as the service does.
 */
import type { Polled } from "@inlay/agent-plugin/Trigger"
import { describe, expect, it } from "vitest"

import { exampleOf, type Json } from "./events.ts"
import { withoutPauses } from "./world.ts"
import { at, user, writtenPolls } from "./written-polls.ts"

const { asked, origin, page: pageOf, poll, serve } = writtenPolls()
const widgets = { owner: "acme", repo: "widgets" }

const keysOf = ({ occurrences }: Polled<Json>) => occurrences.map(({ key }) => key)

describe("collaborators", () => {
  it("are reported, and people who gained access through the organization are not", async () => {
    const collaborators = (direct: ReadonlyArray<number>, members: ReadonlyArray<number>) =>
      serve((path, query) => {
        if (path !== "/repos/acme/widgets/collaborators") return undefined
        const ids = query.get("affiliation") === "direct" ? direct : [...members, ...direct]
        return { body: ids.map((id) => ({ ...user(id), role_name: "write" })) }
      })
    collaborators([1], [2])
    const first = await poll("new_collaborator", widgets)
    collaborators([1, 4], [2, 3])
    const { occurrences } = await poll("new_collaborator", widgets, first.cursor)
    expect(occurrences.map(({ data }) => data.username)).toEqual([user(4).login])
  })
})

describe("repositories", () => {
  it("that are older than the first poll are not reported if they become visible to an account that saw none", async () => {
    const repository = (id: number, seconds: number) => {
      const full_name = `acme/${id}`
      return { id, name: `${id}`, full_name, owner: user(1), private: false, html_url: "x", created_at: at(seconds) }
    }
    const repositories = (...body: ReadonlyArray<object>) =>
      serve((path) =>
        path === "/user/repos" ? { body, headers: { date: new Date(at(1000)).toUTCString() } } : undefined
      )
    repositories()
    const { cursor } = await poll("new_repository", {})
    repositories(repository(2, 2000), repository(1, 10))
    expect(keysOf(await poll("new_repository", {}, cursor))).toEqual(["new_repository 2"])
  })
})

describe("runs", () => {
  const { workflow_run: example } = exampleOf("workflow-run-completed").body
  const run = (id: number, seconds: number, more: object = {}) => ({
    ...example,
    id,
    run_attempt: 1,
    created_at: at(id),
    updated_at: at(seconds),
    ...more
  })
  const runs = (...workflow_runs: ReadonlyArray<object>) =>
    serve((path) => (path === "/repos/acme/widgets/actions/runs" ? { body: { workflow_runs } } : undefined))

  it("that were completed before are not reported when the service updates them months later", async () => {
    runs(run(2, 90_000), run(1, 10))
    const first = await poll("workflow_run_completed", widgets)
    runs(run(3, 180_000), run(2, 90_000), run(1, 10))
    const second = await poll("workflow_run_completed", widgets, first.cursor)
    expect(keysOf(second)).toEqual(["workflow_run_completed 3/1"])
    runs(run(3, 180_000), run(2, 7_776_000), run(1, 7_776_000))
    expect(keysOf(await poll("workflow_run_completed", widgets, second.cursor))).toEqual([])
  })

  it("that were still running at the poll before, or are completed once more, are reported", async () => {
    runs(run(2, 90_000, { status: "in_progress", conclusion: null }), run(1, 10))
    const { cursor } = await poll("workflow_run_completed", widgets)
    runs(run(2, 180_000), run(1, 180_001, { run_attempt: 2 }))
    expect(keysOf(await poll("workflow_run_completed", widgets, cursor))).toEqual([
      "workflow_run_completed 2/1",
      "workflow_run_completed 1/2"
    ])
  })
})

describe("releases", () => {
  it("of one commit are all reported, although they take more than a page", async () => {
    const { release: example } = exampleOf("new-release").body
    const releases = (count: number) =>
      serve((path, query) =>
        path === "/repos/acme/widgets/releases"
          ? pageOf(
              path,
              query,
              Array.from({ length: count }, (_, place) => count - place).map((id) => {
                const published_at = at(id === 1 ? 0 : 3600 + id)
                return { ...example, id, draft: false, created_at: at(id === 1 ? 0 : 3000), published_at }
              })
            )
          : undefined
      )
    releases(1)
    const first = await poll("new_release", widgets)
    releases(151)
    const second = await poll("new_release", widgets, first.cursor)
    expect(keysOf(second)).toEqual(Array.from({ length: 150 }, (_, place) => `new_release ${place + 2}`))
    expect(keysOf(await poll("new_release", widgets, second.cursor))).toEqual([])
  })
})

describe("jobs", () => {
  it("of an attempt that another one followed before the poll are reported, too", async () => {
    const { workflow_run: run } = exampleOf("workflow-run-completed").body
    const { workflow_job: job } = exampleOf("workflow-job-completed").body
    const takenOver = { ...job, id: 3, run_attempt: 2, created_at: "2030-01-01T00:00:00Z" }
    const jobs = [...[1, 2].map((run_attempt) => ({ ...job, id: run_attempt, run_attempt })), takenOver]
    const runs = (...workflow_runs: ReadonlyArray<object>) =>
      serve((path, query) => {
        if (path === "/repos/acme/widgets/actions/runs") return { body: { workflow_runs } }
        if (path !== `/repos/acme/widgets/actions/runs/${run.id}/jobs`) return undefined
        return { body: { jobs: query.get("filter") === "all" ? jobs : jobs.slice(1) } }
      })
    runs()
    const { cursor } = await poll("workflow_job_completed", widgets)
    runs(run)
    expect(keysOf(await poll("workflow_job_completed", widgets, cursor))).toEqual([
      "workflow_job_completed 1",
      "workflow_job_completed 2"
    ])
  })

  it("of a re-run are of who started it again, as by webhook", async () => {
    const { workflow_run: example } = exampleOf("workflow-run-completed").body
    const { workflow_job: job } = exampleOf("workflow-job-completed").body
    const attempts = (...numbers: ReadonlyArray<number>) => numbers.map((id) => ({ ...job, id, run_attempt: id }))
    const actorsOf = async (run: object, jobs: ReadonlyArray<object>) => {
      const runs = (...workflow_runs: ReadonlyArray<object>) =>
        serve((path) =>
          path === "/repos/acme/widgets/actions/runs" ? { body: { workflow_runs } } : { body: { jobs } }
        )
      runs()
      const { cursor } = await poll("workflow_job_completed", widgets)
      runs({ ...example, actor: user(1), ...run })
      return (await poll("workflow_job_completed", widgets, cursor)).occurrences.map(({ actor }) => actor)
    }
    const again = { run_attempt: 3, triggering_actor: user(2) }
    expect(await actorsOf(again, attempts(1, 2, 3))).toEqual([user(1).login, undefined, user(2).login])
    expect(await actorsOf({ run_attempt: 1 }, attempts(1))).toEqual([user(1).login])
  })

  it("of a run that is still running are reported, although the service has not updated the run since it began", async () => {
    const { workflow_run: run } = exampleOf("workflow-run-completed").body
    const { workflow_job: job } = exampleOf("workflow-job-completed").body
    const running = { ...run, id: 2, status: "in_progress", conclusion: null, updated_at: at(0) }
    const last = { ...run, id: 1, updated_at: at(3600) }
    const jobsOf = (jobs: Readonly<Record<string, ReadonlyArray<object>>>) =>
      serve((path) => {
        if (path === "/repos/acme/widgets/actions/runs") return { body: { workflow_runs: [running, last] } }
        const [, id = ""] = /\/runs\/(\d+)\/jobs$/.exec(path) ?? []
        return { body: { jobs: jobs[id] ?? [] } }
      })
    jobsOf({ 1: [{ ...job, id: 10, completed_at: at(3600) }] })
    const { cursor } = await poll("workflow_job_completed", widgets)
    jobsOf({ 2: [{ ...job, id: 20, run_id: 2, completed_at: at(3660) }] })
    expect(keysOf(await poll("workflow_job_completed", widgets, cursor))).toEqual(["workflow_job_completed 20"])
  })
})

describe("tags", () => {
  it("of a renamed repository have its new name, as in its events", async () => {
    const commit = { sha: "1".repeat(40), url: `${origin()}/repos/acme/gears/commits/${"1".repeat(40)}` }
    const tags = (...names: ReadonlyArray<string>) =>
      serve((path) =>
        path === "/repos/acme/widgets/tags" ? { body: names.map((name) => ({ name, commit })) } : undefined
      )
    tags("v1")
    const { cursor } = await poll("new_tag", widgets)
    tags("v2", "v1")
    expect(keysOf(await poll("new_tag", widgets, cursor))).toEqual(["new_tag acme/gears v2"])
  })
})

describe("stars", () => {
  const starsOf = (ids: ReadonlyArray<number>) =>
    serve((path, query) => {
      if (path !== "/repos/acme/widgets/stargazers") return undefined
      const page = Number(query.get("page"))
      return {
        body: ids.slice((page - 1) * 100, page * 100).map((id) => ({ starred_at: at(id * 1000), user: user(id) }))
      }
    })
  const upTo = (count: number) => Array.from({ length: count }, (_, id) => id)

  it.each([99, 100, 101, 250, 799, 800, 3200])("are reported if a repository has %i", async (count) => {
    starsOf(upTo(count))
    const first = await poll("new_star", widgets)
    expect(first.occurrences).toEqual([])
    starsOf(upTo(count + 3))
    const before = asked().length
    const second = await poll("new_star", widgets, first.cursor)
    expect(second.occurrences.map(({ actor }) => actor)).toEqual([0, 1, 2].map((n) => `user-${count + n}`))
    expect(asked().length - before).toBeLessThanOrEqual(5)
    expect((await poll("new_star", widgets, second.cursor)).occurrences).toEqual([])
  })

  it("are reported if removed ones made room for them on the page before", async () => {
    starsOf(upTo(101))
    const { cursor } = await poll("new_star", widgets)
    const added = [300, 301, 302, 303, 304, 305]
    starsOf([...upTo(101).slice(5), ...added])
    const { occurrences } = await poll("new_star", widgets, cursor)
    expect(occurrences.map(({ actor }) => actor)).toEqual(added.map((id) => `user-${id}`))
  })

  it("are reported if others were removed in the meantime", async () => {
    starsOf(upTo(205))
    const { cursor } = await poll("new_star", widgets)
    starsOf([...upTo(205).slice(120), 300])
    expect((await poll("new_star", widgets, cursor)).occurrences.map(({ actor }) => actor)).toEqual(["user-300"])
  })

  it("past the 40,000 that the service lists are said to be out of sight", async () => {
    starsOf(upTo(40_000))
    const { cursor } = await poll("new_star", widgets)
    expect(await poll("new_star", widgets, cursor)).toMatchObject({ occurrences: [], skipped: "some" })
    starsOf(upTo(39_999))
    expect(await poll("new_star", widgets, cursor)).not.toHaveProperty("skipped")
  })
})

describe("activity", () => {
  const activity = (id: number, type: string, seconds: number, more: object = {}) => ({
    id,
    activity_type: type,
    ref: "refs/heads/feature/a/b",
    before: "0".repeat(40),
    after: "d".repeat(40),
    timestamp: at(seconds),
    actor: user(1),
    ...more
  })
  const listing = (...items: ReadonlyArray<object>) =>
    serve((path) => (path === "/repos/acme/widgets/activity" ? { body: items } : undefined))

  it("reports a branch that was deleted and created again, with another id", async () => {
    listing(activity(1, "push", 0))
    const { cursor } = await poll("new_branch", widgets)
    listing(activity(2, "branch_creation", 10), activity(1, "push", 0))
    const first = await poll("new_branch", widgets, cursor)
    listing(
      activity(4, "branch_creation", 30),
      activity(3, "branch_deletion", 20),
      activity(2, "branch_creation", 10),
      activity(1, "push", 0)
    )
    const again = await poll("new_branch", widgets, first.cursor)
    expect(first.occurrences).toHaveLength(1)
    expect(again.occurrences).toHaveLength(1)
    expect(keysOf(again)).not.toEqual(keysOf(first))
    expect(again.occurrences[0]?.data.branch).toBe("feature/a/b")
  })

  it("reports a push whose commits are gone without them, and continues", async () => {
    listing()
    const { cursor } = await poll("new_push", widgets)
    listing(activity(2, "force_push", 10, { before: "a".repeat(40) }))
    const pushes = await poll("new_push", widgets, cursor)
    expect(pushes.occurrences).toMatchObject([{ data: { forced: true } }])
    expect(pushes.occurrences[0]?.data).not.toHaveProperty("commit_count")
    const commits = await poll("new_commit", widgets, cursor)
    expect(commits.occurrences).toEqual([])
  })

  it("says that some commits may be missing if its list is too long, however many of a push are left out", async () => {
    listing(activity(0, "push", 0))
    const { cursor } = await poll("new_commit", widgets)
    const deletions = Array.from({ length: 2_000 }, (_, place) =>
      activity(2_000 - place, "branch_deletion", 3600, { after: "0".repeat(40) })
    )
    const all = [activity(2_001, "push", 3600, { before: "a".repeat(40) }), ...deletions]
    serve((path, query) => {
      if (path === "/repos/acme/widgets/activity") return pageOf(path, query, all)
      return path.includes("/compare/") ? { body: { html_url: "x", total_commits: 3, commits: [] } } : undefined
    })
    expect((await poll("new_commit", widgets, cursor)).skipped).toBe("some")
  })

  it("has the same id as the webhook's event", async () => {
    const { name, body } = exampleOf("new-push")
    listing()
    const { cursor } = await poll("new_push", widgets)
    const pushed = activity(2, "branch_deletion", 0, {
      ref: body.ref,
      before: body.before,
      after: "0".repeat(40),
      timestamp: "2026-01-07T09:00:00Z"
    })
    listing(pushed)
    const deleted = { ...body, after: "0".repeat(40), deleted: true, head_commit: null, commits: [] }
    const trigger = withoutPauses.triggers.find(({ id }) => id === "codehost_new_push")
    const keys = trigger?.match({ name, body: deleted }, { login: "grace", scopes: [] }).map(({ key }) => key)
    expect(keysOf(await poll("new_push", widgets, cursor))).toEqual(keys)
  })
})

describe("notifications", () => {
  const thread = (n: number, reason: string, seconds: number, type = "Issue") => ({
    id: String(n),
    reason,
    updated_at: at(seconds),
    repository: { full_name: "acme/widgets" },
    subject: {
      title: `Thread ${n}`,
      type,
      url: type === "Issue" ? `https://api.codehost.example/repos/acme/widgets/issues/${n}` : null
    }
  })
  const comment = (id: number, body: string, seconds: number) => ({
    id,
    body,
    html_url: `https://codehost.example/acme/widgets/issues/7#issuecomment-${id}`,
    user: user(1),
    created_at: at(seconds),
    updated_at: at(seconds)
  })
  const issue = {
    ...exampleOf("new-issue").body.issue,
    body: "No names",
    title: "Old",
    created_at: at(0),
    updated_at: at(900)
  }

  it("report the texts that mention the account, and when to poll again", async () => {
    serve((path) =>
      path === "/notifications" ? { body: [thread(1, "mention", 0)], headers: { "x-poll-interval": "90" } } : undefined
    )
    const first = await poll("new_mention", {})
    expect(first).toMatchObject({ occurrences: [], nextAfterSeconds: 90 })
    serve((path) => {
      switch (path) {
        case "/notifications":
          return { body: [thread(8, "subscribed", 1000), thread(7, "mention", 1000), thread(1, "mention", 0)] }
        case "/repos/acme/widgets/issues/7":
          return { body: issue }
        case "/repos/acme/widgets/issues/7/comments":
          return { body: [comment(1, "@grace2", 990), comment(2, "Look, @Grace", 1000)] }
        default:
          return undefined
      }
    })
    const second = await poll("new_mention", {}, first.cursor)
    expect(second.occurrences.map(({ data }) => [data.on, data.number, data.body])).toEqual([
      ["comment", 7, "Look, @Grace"]
    ])
    expect((await poll("new_mention", {}, second.cursor)).occurrences).toEqual([])
    const trigger = withoutPauses.triggers.find(({ id }) => id === "codehost_new_mention")
    const event = {
      name: "issue_comment",
      body: { ...exampleOf("new-comment").body, comment: comment(2, "Look, @Grace", 1000) }
    }
    expect(keysOf(second)).toEqual(trigger?.match(event, { login: "grace", scopes: [] }).map(({ key }) => key))
  })

  it("leave out what was in the first thread long before somebody mentions the account there again", async () => {
    serve((path) => (path === "/notifications" ? { body: [] } : undefined))
    const { cursor } = await poll("new_mention", {})
    serve((path) => {
      switch (path) {
        case "/notifications":
          return { body: [thread(7, "mention", 1_000_000)] }
        case "/repos/acme/widgets/issues/7":
          return { body: { ...issue, body: "Look, @grace", created_at: at(0) } }
        case "/repos/acme/widgets/issues/7/comments":
          return { body: [comment(2, "Again, @grace", 1_000_000)] }
        default:
          return undefined
      }
    })
    const { occurrences } = await poll("new_mention", {}, cursor)
    expect(occurrences.map(({ data }) => data.body)).toEqual(["Again, @grace"])
  })

  it("report only that it is in a discussion", async () => {
    serve((path) => (path === "/notifications" ? { body: [thread(1, "mention", 0)] } : undefined))
    const { cursor } = await poll("new_mention", {})
    serve((path) =>
      path === "/notifications"
        ? { body: [thread(2, "mention", 500, "Discussion"), thread(1, "mention", 0)] }
        : undefined
    )
    expect((await poll("new_mention", {}, cursor)).occurrences).toMatchObject([
      { data: { on: "discussion", title: "Thread 2", repository: "acme/widgets" } }
    ])
  })
})

describe("a list that cannot be parsed", () => {
  it("is an error, not an empty result", async () => {
    for (const body of [{}, [{ id: 1 }], null]) {
      serve(() => ({ body }))
      await expect(poll("new_issue", widgets)).rejects.toMatchObject({ reason: { _tag: "Decode" } })
    }
  })

  it("is an error if its pages repeat", async () => {
    const { issue } = exampleOf("new-issue").body
    const [old, young] = [at(0), at(90_000)]
    serve(() => ({ body: [{ ...issue, created_at: old }] }))
    const { cursor } = await poll("new_issue", widgets)
    serve(() => ({
      body: [{ ...issue, id: 2, created_at: young }],
      headers: { link: `<${origin()}/repos/acme/widgets/issues?page=2>; rel="next"` }
    }))
    await expect(poll("new_issue", widgets, cursor)).rejects.toMatchObject({ reason: { _tag: "Decode" } })
  })

  it("is read page by page until a known item", async () => {
    const { issue } = exampleOf("new-issue").body
    serve(() => ({ body: [{ ...issue, created_at: at(0) }] }))
    const { cursor } = await poll("new_issue", widgets)
    const all = Array.from({ length: 250 }, (_, n) => ({
      ...issue,
      id: 250 - n,
      number: 250 - n,
      created_at: at(1000 - n)
    }))
    serve((_path, query) => {
      const page = Number(query.get("page") ?? 1)
      query.set("page", String(page + 1))
      return {
        body: [...all, { ...issue, created_at: at(-9000) }].slice((page - 1) * 100, page * 100),
        headers: {
          link: `<${origin()}/repos/acme/widgets/issues?${query.toString()}>; rel="next"`
        }
      }
    })
    const { occurrences } = await poll("new_issue", widgets, cursor)
    expect(occurrences).toHaveLength(250)
    expect(occurrences[0]?.at).toBe(at(751))
  })
})

it("a list whose pages lead in a circle is not read for ever", async () => {
  serve((path, query) => {
    if (path !== "/repos/acme/widgets/tags") return undefined
    const next = query.get("page") === "2" ? 3 : 2
    return {
      body: [{ name: `v${next}`, commit: { sha: "0".repeat(40) } }],
      headers: { link: `<${origin()}${path}?per_page=100&page=${next}>; rel="next"` }
    }
  })
  await expect(poll("new_tag", widgets)).rejects.toMatchObject({ reason: { _tag: "Decode" } })
  expect(asked().filter(({ target }) => target.includes("/tags"))).toHaveLength(3)
})

describe("items of a project", () => {
  it("are reported if their status changes, and not if they are added with one", async () => {
    const items = (...statuses: ReadonlyArray<string | null>) => {
      const body = statuses.map((name, id) => {
        const fields = [{ id: 7, value: name === null ? null : { name } }]
        return { id, content_type: "Issue", updated_at: at(id), fields }
      })
      serve((path) => {
        if (path === "/orgs/acme/projectsV2/4/fields")
          return { body: [{ id: 7, name: "Status", data_type: "single_select", options: [] }] }
        return path === "/orgs/acme/projectsV2/4/items" ? { body } : undefined
      })
    }
    const board = { owner: "acme", project_number: 4 }
    items(null, "Todo")
    const { cursor } = await poll("project_item_status_changed", board)
    items("Todo", "Todo", "Todo")
    const { occurrences } = await poll("project_item_status_changed", board, cursor)
    expect(occurrences.map(({ data }) => [data.item_id, data.from, data.to])).toEqual([[0, undefined, "Todo"]])
  })

  it("cannot be polled on a server whose REST API has no projects, which is said", async () => {
    serve(() => undefined)
    const board = { owner: "acme", project_number: 4 }
    await expect(poll("project_item_status_changed", board)).rejects.toMatchObject({
      reason: { _tag: "NotFound", what: expect.stringMatching(/project acme\/4, .*enterprise server.*webhook/) }
    })
  })

  it("have no status that could change if the project has no field of that name, which is said", async () => {
    const fields = [{ id: 1, name: "Stage", data_type: "single_select", options: [] }]
    serve((path) => (path === "/orgs/acme/projectsV2/4/fields" ? { body: fields } : undefined))
    const board = { owner: "acme", project_number: 4 }
    await expect(poll("project_item_status_changed", board)).rejects.toMatchObject({
      reason: { _tag: "NotFound", what: "Project acme/4 has no field Status." }
    })
  })
})
