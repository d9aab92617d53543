import * as Effect from "effect/Effect"
import { afterEach, assert, describe, vi } from "vitest"

import { sessionValue } from "../../messaging/session-storage.ts"
import { connectCodehost } from "../../tests/connect-codehost.ts"
import { AT, CODEHOST, mention, PAGE, pathOf, run, serving, TOKEN } from "../../tests/samples/codehost.ts"
import { emptySessionStorage } from "../../tests/session-storage.ts"
import { live, NEW_FORM, values } from "../../tests/whole-worker.ts"
import { keepSent, type Sent } from "./sent.ts"

afterEach(() => void vi.unstubAllGlobals())

describe("what is read", () => {
  live(
    "is the repository, its runs, requests to the account, and its rate limit",
    Effect.gen(function* () {
      const { ask, state: browser } = yield* connectCodehost()
      assert.deepStrictEqual(yield* ask("repositoryFacts", AT), {
        name: "acme/widgets",
        url: PAGE,
        branch: "main",
        pushedAt: "2026-11-22T12:00:00Z",
        login: "mona",
        isArchived: false,
        mayWrite: true
      })
      const { newest, failed } = yield* ask("repositoryRuns", AT)
      assert.deepStrictEqual(
        newest.map(({ id, state }) => [id, state]),
        [
          [9, "running"],
          [8, "failed"],
          [7, "succeeded"]
        ]
      )
      assert.deepStrictEqual(
        failed.map(({ id }) => id),
        [8]
      )
      const { reviews, mentions } = yield* ask("repositoryAsked", AT)
      assert.deepStrictEqual(
        [reviews, mentions].map((all) => all?.map(({ number, url }) => [number, url])),
        [[[13, `${PAGE}/pull/13`]], [[7, "issues/7"]]]
      )
      assert.strictEqual(
        browser.sent.find(({ url }) => url.pathname.endsWith("/search/issues"))?.url.searchParams.get("q"),
        "repo:acme/widgets is:open is:pr review-requested:@me"
      )
      assert.deepStrictEqual(yield* ask("repositoryLimit", AT), {
        limit: { left: 4871, limit: 5000, fullAt: "2027-01-15T08:00:00.000Z" }
      })
    })
  )

  live(
    "is every state of a run, the name and person of one without them, and no mention outside a thread",
    Effect.gen(function* () {
      const runs = [
        run(16, { status: "queued", conclusion: null }),
        run(15, { conclusion: "cancelled" }),
        run(14, { conclusion: "skipped", run_started_at: "2026-11-22T10:01:00Z" }),
        run(13, { name: null, head_branch: null, actor: null })
      ]
      const subjects = [
        { ...mention.subject, type: "PullRequest" },
        { title: "A discussion", url: null, type: "Discussion" }
      ]
      const { ask } = yield* connectCodehost({
        "/repos/acme/widgets/actions/runs": { status: 200, body: { total_count: 4, workflow_runs: runs } },
        "/repos/acme/widgets/notifications": {
          status: 200,
          body: subjects.map((subject) => ({ ...mention, reason: "team_mention", subject }))
        }
      })
      const { newest } = yield* ask("repositoryRuns", AT)
      assert.deepStrictEqual(
        newest.map(({ state, workflow, branch, actor, startedAt }) => [state, workflow, branch, actor, startedAt]),
        [
          ["waiting", "build", "main", "ada", "2026-11-22T10:00:00Z"],
          ["cancelled", "build", "main", "ada", "2026-11-22T10:00:00Z"],
          ["other", "build", "main", "ada", "2026-11-22T10:01:00Z"],
          ["succeeded", "7", "", "", "2026-11-22T10:00:00Z"]
        ]
      )
      const { mentions } = yield* ask("repositoryAsked", AT)
      assert.deepStrictEqual(
        mentions?.map(({ url }) => url),
        ["pull/7"]
      )
    })
  )

  live(
    "is each failure that no newer run of its workflow and branch follows, also of two workflows of one name",
    Effect.gen(function* () {
      const { ask } = yield* connectCodehost({
        "/repos/acme/widgets/actions/runs": {
          status: 200,
          body: {
            total_count: 4,
            workflow_runs: [
              run(12, { name: "CI", workflow_id: 1 }),
              run(11, { name: "CI", workflow_id: 2, conclusion: "failure" }),
              run(10, { name: "CI", workflow_id: 1, conclusion: "failure" }),
              run(9, { name: "CI", workflow_id: 1, conclusion: "failure", head_branch: "fix" })
            ]
          }
        }
      })
      const { failed } = yield* ask("repositoryRuns", AT)
      assert.deepStrictEqual(
        failed.map(({ id }) => id),
        [11, 9]
      )
    })
  )

  live(
    "is nothing that the service leaves out, nor what only a hub has",
    Effect.gen(function* () {
      const { ask } = yield* connectCodehost({
        "/repos/acme/widgets": { status: 200, body: { full_name: "acme/widgets", html_url: PAGE } }
      })
      assert.deepInclude(yield* ask("repositoryFacts", AT), {
        branch: null,
        pushedAt: null,
        isArchived: false,
        mayWrite: null
      })
      assert.deepStrictEqual(yield* ask("repositoryTriggers", AT), { triggers: null })
    })
  )

  live(
    "is the newest ten runs, and the failures among thirty",
    Effect.gen(function* () {
      const runs = Array.from({ length: 40 }, (_, n) => run(50 - n, { workflow_id: n, conclusion: "failure" }))
      const { ask } = yield* connectCodehost({
        "/repos/acme/widgets/actions/runs": ({ url }) => ({
          status: 200,
          body: { total_count: 40, workflow_runs: runs.slice(0, Number(url.searchParams.get("per_page"))) }
        })
      })
      const { newest, failed } = yield* ask("repositoryRuns", AT)
      assert.deepStrictEqual(
        [newest, failed].map((all) => [all.length, all[0]?.id]),
        [
          [10, 50],
          [30, 50]
        ]
      )
    })
  )

  live(
    "is every workflow that is switched on, of a repository with many",
    Effect.gen(function* () {
      const all = Array.from({ length: 230 }, (_, id) => ({ id, name: `build ${id}`, state: "active" }))
      all.push({ id: 230, name: "nightly", state: "disabled_manually" })
      const { ask, state } = yield* connectCodehost({
        "/repos/acme/widgets/actions/workflows": ({ url: { searchParams } }) => {
          const size = Number(searchParams.get("per_page"))
          const start = (Number(searchParams.get("page") ?? 1) - 1) * size
          return { status: 200, body: { total_count: all.length, workflows: all.slice(start, start + size) } }
        }
      })
      const { workflows } = yield* ask("repositoryWorkflows", AT)
      assert.lengthOf(workflows, 230)
      assert.lengthOf(state.sent, 3)
    })
  )

  live(
    "has no mentions or user for a token that may not read them, and no limit if the server has none",
    Effect.gen(function* () {
      const { ask, state } = yield* connectCodehost({
        "/repos/acme/widgets/notifications": {
          status: 403,
          body: { message: "Resource not accessible by personal access token" }
        }
      })
      assert.deepInclude(yield* ask("repositoryAsked", AT), { mentions: null })
      state.serve = serving({ "/user": { status: 403, body: { message: "Resource not accessible by integration" } } })
      assert.deepInclude(yield* ask("repositoryFacts", AT), { name: "acme/widgets", login: "" })
      const unlimited = yield* connectCodehost({
        "/rate_limit": { status: 404, body: { message: "Rate limiting is not enabled." } }
      })
      assert.deepStrictEqual(yield* unlimited.ask("repositoryLimit", AT), { limit: null })
      const barred = yield* connectCodehost({
        "/rate_limit": { status: 403, body: { message: "Your address is not on the list of allowed ones." } }
      })
      assert.strictEqual((yield* Effect.flip(barred.ask("repositoryLimit", AT))).reason, "Forbidden")
    })
  )

  live(
    "fails if something cannot be read, and says whether the token, its scope or the repository is the cause",
    Effect.gen(function* () {
      const { ask, state } = yield* connectCodehost()
      const failing = (served: Parameters<typeof serving>[0]) => {
        state.serve = serving(served)
        return Effect.flip(ask("repositoryRuns", AT))
      }
      const runs = "/repos/acme/widgets/actions/runs"
      const unreadable = yield* failing({ [runs]: { status: 200, body: { workflow_runs: [{ id: "x" }] } } })
      assert.deepStrictEqual(unreadable.own, { is: "unreadable" })
      const token = yield* failing({ [runs]: { status: 401, body: { message: "Bad credentials" } } })
      assert.deepInclude(token, { reason: "Unauthorized", remedy: { to: "renewKey" } })
      const scope = yield* failing({
        [runs]: {
          status: 403,
          body: { message: "Resource not accessible by personal access token" },
          headers: { "x-accepted-github-permissions": "actions=read" }
        }
      })
      assert.deepInclude(scope, { reason: "Forbidden", needs: "the permission actions: read" })
      const repository = yield* failing({ [runs]: { status: 404, body: { message: "Not Found" } } })
      assert.strictEqual(repository.reason, "NotFound")
      const limited = yield* failing({
        [runs]: { status: 403, body: { message: "API rate limit exceeded" }, headers: { "retry-after": "3600" } }
      })
      assert.deepInclude(limited, { reason: "RateLimited", retryAfterSeconds: 3600 })
    })
  )
})

describe("a change", () => {
  live(
    "is one request to its object, and is not sent again if its answer is lost",
    Effect.gen(function* () {
      const { ask, state } = yield* connectCodehost({
        "PUT /user/starred/acme/widgets": { status: 204, body: null },
        "POST /repos/acme/widgets/actions/runs/8/rerun-failed-jobs": "lost",
        "POST /repos/acme/widgets/actions/workflows/7/dispatches": { status: 204, body: null },
        "POST /repos/acme/widgets/issues/7/comments": { status: 201, body: { html_url: `${PAGE}/issues/7#c` } }
      })
      yield* ask("starRepository", AT)
      const lost = yield* Effect.flip(ask("rerunRun", { ...AT, run: 8 }))
      assert.deepInclude(lost, { outcome: "unknown" })
      yield* ask("startWorkflow", { ...AT, workflow: 7, ref: "main" })
      yield* ask("commentOn", { ...AT, number: 7, text: "On it." })
      assert.deepStrictEqual(
        state.sent.map((request) => [request.method, pathOf(request), request.body ?? ""]),
        [
          ["PUT", "/user/starred/acme/widgets", ""],
          ["POST", "/repos/acme/widgets/actions/runs/8/rerun-failed-jobs", ""],
          ["POST", "/repos/acme/widgets/actions/workflows/7/dispatches", '{"ref":"main"}'],
          ["POST", "/repos/acme/widgets/issues/7/comments", '{"body":"On it."}']
        ]
      )
    })
  )

  live(
    "is not made for an account of another plugin, which may have the same name",
    Effect.gen(function* () {
      const { ask, state } = yield* connectCodehost()
      yield* ask("saveAccount", { ...NEW_FORM, account: AT.account, values, force: true })
      state.sent.length = 0
      const refused = yield* Effect.flip(ask("starRepository", { ...AT, plugin: NEW_FORM.plugin }))
      assert.deepStrictEqual(refused.own, { is: "notConnected" })
      assert.deepStrictEqual(state.sent, [])
    })
  )

  live(
    "whose answer is not understood may have been made, and is no success",
    Effect.gen(function* () {
      const { ask, state } = yield* connectCodehost({})
      state.serve = () => ({ status: 200, body: { ok: true } })
      const starred = yield* Effect.flip(ask("starRepository", AT))
      const started = yield* Effect.flip(ask("startWorkflow", { ...AT, workflow: 7, ref: "main" }))
      assert.deepStrictEqual<unknown>(
        [starred, started].map(({ outcome, remedy }) => [outcome, remedy]),
        ["the star of acme/widgets", "the newest runs of acme/widgets"].map((at) => [
          "unknown",
          { to: "lookFirst", at }
        ])
      )
      assert.deepInclude(yield* Effect.flip(ask("rerunRun", { ...AT, run: 8 })), { own: { is: "unreadable" } })
      state.serve = () => ({ status: 200, body: { workflow_run_id: 9 } })
      yield* ask("startWorkflow", { ...AT, workflow: 7, ref: "main" })
      state.serve = () => ({ status: 201, body: {} })
      yield* ask("rerunRun", { ...AT, run: 8 })
    })
  )

  live(
    "has its draft forgotten once it is made, and not if it fails, and says what came of it: its popup may have closed",
    Effect.gen(function* () {
      emptySessionStorage()
      const drafts = {
        "draft reply codehost/work acme/widgets 7": "On it.",
        "draft dispatch codehost/work acme/widgets": "{}"
      }
      yield* Effect.promise(() =>
        chrome.storage.session.set({ ...drafts, "draft reply codehost/work acme/widgets 70": "No." })
      )
      const stored = Effect.promise(async () => Object.keys(await chrome.storage.session.get()))
      const world = yield* connectCodehost({ "POST /repos/Acme/widgets/issues/7/comments": { status: 403, body: {} } })
      const at = { ...AT, owner: "Acme" }
      const comment = { ...at, number: 7, text: "On it." }
      const sent = { "reply codehost/work acme/widgets 7": "On it.", "dispatch codehost/work acme/widgets": "{}" }
      for (const [draft, text] of Object.entries(sent)) yield* Effect.promise(() => keepSent(draft, text))
      yield* Effect.flip(world.ask("commentOn", comment))
      assert.deepStrictEqual(yield* stored, [
        "draft reply codehost/work acme/widgets 7",
        "draft dispatch codehost/work acme/widgets",
        "draft reply codehost/work acme/widgets 70",
        "sent reply codehost/work acme/widgets 7",
        "sent dispatch codehost/work acme/widgets"
      ])
      const refused = yield* Effect.promise(() => sessionValue<Sent>("sent reply codehost/work acme/widgets 7"))
      assert.deepInclude(refused?.failure, { reason: "Forbidden" })
      world.state.serve = () => ({ status: 204, body: null })
      yield* world.ask("startWorkflow", { ...at, workflow: 7, ref: "main" })
      world.state.serve = () => ({ status: 201, body: { html_url: `${PAGE}/issues/7#c` } })
      yield* world.ask("commentOn", comment)
      assert.deepStrictEqual(yield* stored, [
        "draft reply codehost/work acme/widgets 70",
        "sent reply codehost/work acme/widgets 7",
        "sent dispatch codehost/work acme/widgets"
      ])
      const last = yield* Effect.promise(() => sessionValue<Sent>("sent reply codehost/work acme/widgets 7"))
      assert.isNull(last?.failure)
    })
  )

  live(
    "is refused for a read-only account, and outside its repositories",
    Effect.gen(function* () {
      const { ask, state } = yield* connectCodehost(
        { "/repos/acme/other": { status: 200, body: { full_name: "acme/other" } } },
        { read_only: "true", repositories: "acme/other" }
      )
      const star = yield* Effect.flip(ask("starRepository", AT))
      assert.deepInclude(star, { reason: "Refused", guard: "readOnly" })
      const runs = yield* Effect.flip(ask("repositoryRuns", AT))
      assert.deepInclude(runs, { reason: "Refused", guard: "restriction" })
      assert.strictEqual(state.sent.length, 0)
    })
  )
})

describe("the token", () => {
  live(
    "is sent only to its own host, and never in a reply",
    Effect.gen(function* () {
      const { ask, state } = yield* connectCodehost({ "/user": { status: 200, body: { login: TOKEN } } })
      const { login } = yield* ask("repositoryFacts", AT)
      assert.notInclude(login, TOKEN)
      assert.deepStrictEqual([...new Set(state.sent.map(({ url }) => url.origin))], [CODEHOST])
    })
  )
})
