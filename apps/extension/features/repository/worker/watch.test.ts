import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { assert, describe } from "vitest"

import { connectCodehost } from "../../../tests/connect-codehost.ts"
import {
  AT,
  CODEHOST,
  HOST_FORM,
  hostValues,
  issue,
  mention,
  PAGE,
  pathOf,
  run,
  serving
} from "../../../tests/samples/codehost.ts"
import { holdAnswers, live } from "../../../tests/whole-worker.ts"
import { LEAST_REQUESTS } from "./poll.ts"
import { intervalOf } from "./watch.ts"

describe("a repository that is watched from here", () => {
  live(
    "reports what is new since watching began, despite a worker's death, with conditional requests",
    Effect.gen(function* () {
      let issues = [issue(41)]
      const { ask, state, start, stop } = yield* connectCodehost({
        "/repos/acme/widgets/issues": ({ headers }) =>
          headers["if-none-match"] === `"${issues.length}"`
            ? { status: 304, body: null, headers: { "x-poll-interval": "90" } }
            : { status: 200, body: issues, headers: { etag: `"${issues.length}"` } }
      })
      const first = yield* ask("watchRepository", { ...AT, isWatched: true })
      assert.deepInclude(first, { isWatched: true, seen: [], isFailing: false, everySeconds: 60 })
      assert.strictEqual(state.wakeSeconds, 60)
      yield* stop
      const second = yield* start
      state.sent.length = 0
      yield* second.alarm
      assert.strictEqual(state.sent.find((sent) => pathOf(sent).endsWith("/issues"))?.headers["if-none-match"], '"1"')
      assert.deepStrictEqual(
        state.sent.map((sent) => pathOf(sent) + sent.url.search),
        [
          "/repos/acme/widgets/issues?state=all&sort=created&direction=desc&per_page=10",
          "/repos/acme/widgets/actions/runs?status=failure&per_page=10",
          "/repos/acme/widgets/actions/runs?status=timed_out&per_page=10",
          "/repos/acme/widgets/actions/runs?status=startup_failure&per_page=10",
          "/repos/acme/widgets/notifications?participating=true&per_page=10"
        ]
      )
      assert.strictEqual(state.wakeSeconds, 90)
      assert.strictEqual(state.mark, "")
      issues = [issue(43, { pull_request: {} }), issue(42, { title: "It squeaks" }), ...issues]
      yield* second.alarm
      assert.strictEqual(state.mark, "2")
      const { seen } = yield* second.ask("watched", AT)
      assert.deepStrictEqual(
        seen.map(({ kind, number, title }) => [kind, number, title]),
        [
          ["pullRequest", 43, "Issue 43"],
          ["issue", 42, "It squeaks"]
        ]
      )
      // The user has looked at the event, so the mark is gone.
      assert.strictEqual(state.mark, "")
      assert.deepInclude(yield* second.ask("watchRepository", { ...AT, isWatched: true }), { seen }, "watched before")
      state.online = false
      yield* second.alarm
      assert.strictEqual(state.mark, "–")
      assert.deepInclude(yield* second.ask("watched", AT), { isFailing: false })
      // Names are the same in every case, as they are to the service.
      const off = { ...AT, owner: "Acme", isWatched: false }
      assert.deepInclude(yield* second.ask("watchRepository", off), { isWatched: false })
      assert.strictEqual(state.wakeSeconds, undefined)
      assert.strictEqual(state.mark, "", "nothing is watched that could not be reached")
    })
  )

  live(
    "keeps the newest 100 events",
    Effect.gen(function* () {
      let newest = 0
      const { ask, alarm } = yield* connectCodehost({
        "/repos/acme/widgets/issues": ({ url }) => {
          const first = newest - 10 * (Number(url.searchParams.get("page") ?? 1) - 1)
          const numbers = Array.from({ length: 10 }, (_, n) => first - n).filter((number) => number > 0)
          const at = (number: number) => new Date(Date.UTC(2026, 10, 22, 0, number)).toISOString()
          return { status: 200, body: numbers.map((number) => issue(number, { created_at: at(number) })) }
        }
      })
      newest = 1
      yield* ask("watchRepository", { ...AT, isWatched: true })
      for (newest of [71, 141]) yield* alarm
      const { seen } = yield* ask("watched", AT)
      assert.deepStrictEqual([seen.length, seen[0]?.number, seen.at(-1)?.number], [100, 141, 42])
    })
  )

  live(
    "is polled after a minute at the earliest and a day at the latest, and stays watched, whatever numbers the service sends",
    Effect.gen(function* () {
      let headers = {}
      const { ask, alarm, state } = yield* connectCodehost({
        "/repos/acme/widgets/issues": () => ({ status: 200, body: [], headers })
      })
      yield* ask("watchRepository", { ...AT, isWatched: true })
      for (const [rest, limit, everySeconds] of [
        ["31536000", "10000000000", 86_400],
        ["1", "60", 3000],
        ["0", "0", 3000],
        ["soon", "-1", 3000]
      ] as const) {
        headers = { "x-poll-interval": rest, "x-ratelimit-limit": limit }
        yield* alarm
        assert.deepInclude(yield* ask("watched", AT), { isWatched: true, isFailing: false, everySeconds })
        assert.strictEqual(state.wakeSeconds, everySeconds)
      }
    })
  )

  live(
    "reports each failure of a run, also of one that was run again, and none from before",
    Effect.gen(function* () {
      let runs = [run(8, { conclusion: "failure" })]
      const { ask, alarm, state } = yield* connectCodehost({
        "/repos/acme/widgets/actions/runs": () => ({ status: 200, body: { workflow_runs: runs } })
      })
      yield* ask("watchRepository", { ...AT, isWatched: true })
      const before = runs
      for (const [listed, mark] of [
        [[], ""],
        [before, ""],
        [[run(8, { conclusion: "failure", updated_at: "2026-11-23T00:00:00Z" })], "1"],
        [[run(8, { conclusion: "failure", updated_at: "2026-11-24T00:00:00Z" })], "2"]
      ] as const) {
        runs = [...listed]
        yield* alarm
        assert.strictEqual(state.mark, mark)
      }
    })
  )

  live(
    "reports a poll that fails, continues, and ends with its account",
    Effect.gen(function* () {
      const { ask, alarm, state } = yield* connectCodehost()
      yield* ask("watchRepository", { ...AT, isWatched: true })
      state.serve = serving({
        "/repos/acme/widgets/actions/runs": { status: 422, body: { message: "Validation Failed" } }
      })
      yield* alarm
      assert.strictEqual(state.mark, "–")
      assert.deepInclude(yield* ask("watched", AT), { isFailing: true })
      state.serve = serving({
        "/repos/acme/widgets/actions/runs": {
          status: 200,
          body: { workflow_runs: [run(10, { conclusion: "failure", updated_at: "2026-11-23T00:00:00Z" })] }
        }
      })
      yield* alarm
      assert.strictEqual(state.mark, "1")
      yield* ask("removeAccount", { plugin: "codehost", account: "work" })
      state.sent.length = 0
      yield* alarm
      assert.deepStrictEqual([state.sent.length, state.wakeSeconds], [0, undefined])
    })
  )

  live(
    "is neither shown nor stored by a poll during which its account is removed",
    Effect.gen(function* () {
      const { ask, alarm, state } = yield* connectCodehost()
      yield* ask("watchRepository", { ...AT, isWatched: true })
      const place = { plugin: AT.plugin, account: AT.account, trigger: "issue", place: "acme/widgets" }
      yield* ask("chooseTrigger", { ...place, title: "New issue", isOn: true })
      state.serve = serving({ "/repos/acme/widgets/issues": { status: 200, body: [issue(42), issue(41)] } })
      const release = holdAnswers(state)
      const polling = yield* Effect.forkChild(alarm)
      yield* Deferred.await(state.arrived)
      yield* ask("removeAccount", { plugin: AT.plugin, account: AT.account })
      yield* release
      yield* Fiber.join(polling)
      assert.deepStrictEqual(state.notified, [])
      assert.deepStrictEqual(
        [(yield* ask("watched", AT)).isWatched, state.wakeSeconds, state.mark],
        [false, undefined, ""]
      )
    })
  )

  live(
    "answers the popup between two polls, not only after the last of them",
    Effect.gen(function* () {
      const { ask, alarm, state } = yield* connectCodehost()
      // In the order in which they are polled.
      const [first, last] = [{ ...AT, repo: "gadgets" }, AT]
      for (const ref of [first, last]) yield* ask("watchRepository", { ...ref, isWatched: true })
      const gates = { gadgets: Deferred.makeUnsafe<void>(), widgets: Deferred.makeUnsafe<void>() }
      state.arrived = Deferred.makeUnsafe()
      state.gate = Effect.suspend(() =>
        Deferred.await(gates[pathOf(state.sent.at(-1)!).includes("gadgets") ? "gadgets" : "widgets"])
      )
      const polling = yield* Effect.forkChild(alarm)
      yield* Deferred.await(state.arrived)
      const looking = yield* Effect.forkChild(ask("watched", last), { startImmediately: true })
      yield* Deferred.succeed(gates.gadgets, undefined)
      assert.isTrue((yield* Fiber.join(looking)).isWatched)
      const ending = yield* Effect.forkChild(ask("watchRepository", { ...last, isWatched: false }))
      yield* Deferred.succeed(gates.widgets, undefined)
      yield* Fiber.join(polling)
      assert.isFalse((yield* Fiber.join(ending)).isWatched)
      assert.isFalse((yield* ask("watched", last)).isWatched)
      yield* ask("watchRepository", { ...last, isWatched: true })
      const release = yield* Effect.sync(() => holdAnswers(state))
      const again = yield* Effect.forkChild(alarm)
      yield* Deferred.await(state.arrived)
      yield* Effect.forkChild(ask("watchRepository", { ...last, isWatched: false }), { startImmediately: true })
      yield* release
      yield* Fiber.join(again)
      assert.isFalse((yield* ask("watched", last)).isWatched, "its watch ended while another was polled")
    })
  )

  live(
    "says when its token has ended, the account sees it no longer, it has moved or the browser allows no requests; a list of another kind may be closed, and nothing is said of one that cannot be read",
    Effect.gen(function* () {
      const { ask, alarm, state } = yield* connectCodehost({
        "/repos/acme/widgets/notifications": { status: 403, body: { message: "Resource not accessible" } }
      })
      yield* ask("watchRepository", { ...AT, isWatched: true })
      yield* alarm
      assert.strictEqual(state.mark, "")
      const afterwards = (served: ReturnType<typeof serving>) => {
        state.serve = served
        return Effect.map(Effect.andThen(alarm, ask("watched", AT)), ({ isFailing, unreachable }) => [
          isFailing,
          unreachable,
          state.mark
        ])
      }
      const closed = (status: number) => () => ({ status, body: { message: "Not Found" } })
      assert.deepStrictEqual(yield* afterwards(closed(404)), [false, "noAccess", "!"])
      assert.deepStrictEqual(yield* afterwards(closed(403)), [false, "noAccess", "!"])
      assert.deepStrictEqual(yield* afterwards(serving()), [false, undefined, ""])
      const moved = () => ({
        status: 301,
        body: { message: "Moved Permanently" },
        headers: { location: `${CODEHOST}/api/v3/repositories/1/issues` }
      })
      assert.deepStrictEqual(yield* afterwards(moved), [false, "moved", "!"])
      const inPart = serving({ "/repos/acme/widgets/issues": moved })
      assert.deepStrictEqual(yield* afterwards(inPart), [true, undefined, "–"])
      const odd = () => ({ status: 200, body: { ok: true } })
      assert.deepStrictEqual(yield* afterwards(odd), [true, undefined, "–"])
      // Neither passes by itself, as "cannot be reached right now" would say.
      assert.deepStrictEqual(yield* afterwards(closed(401)), [false, "noAccess", "!"])
      state.granted.delete(CODEHOST)
      assert.deepStrictEqual(yield* afterwards(serving()), [false, "denied", "!"])
    })
  )

  live(
    "reports runs that timed out or never started, and everything since the last look, however much it is",
    Effect.gen(function* () {
      let issues = [issue(41)]
      let isBroken = false
      let runs: ReadonlyArray<ReturnType<typeof run>> = []
      const { ask, alarm, state } = yield* connectCodehost({
        "/repos/acme/widgets/issues": ({ url }) => {
          const [page, size] = ["page", "per_page"].map((name) => Number(url.searchParams.get(name) ?? 1))
          if (page === 2 && isBroken) return { status: 200, body: {} }
          return { status: 200, body: issues.slice(((page ?? 1) - 1) * (size ?? 1)).slice(0, size) }
        },
        "/repos/acme/widgets/actions/runs": ({ url }) => ({
          status: 200,
          body: { workflow_runs: runs.filter((one) => one.conclusion === url.searchParams.get("status")) }
        })
      })
      yield* ask("watchRepository", { ...AT, isWatched: true })
      issues = [...Array.from({ length: 25 }, (_, n) => issue(66 - n)), ...issues]
      isBroken = true
      yield* alarm
      assert.strictEqual(state.mark, "–", "not before every page can be read")
      isBroken = false
      runs = ["timed_out", "startup_failure"].map((conclusion, n) =>
        run(10 + n, { conclusion, updated_at: "2026-11-23T00:00:00Z" })
      )
      yield* alarm
      assert.strictEqual(state.mark, "27")
      const { seen } = yield* ask("watched", AT)
      assert.deepStrictEqual(
        seen.slice(0, 2).map(({ kind }) => kind),
        ["runFailed", "runFailed"],
        "the newest are the first"
      )
      assert.deepStrictEqual(
        [...new Set(seen.map(({ kind, number }) => `${kind} ${number}`))].toSorted().filter((_, n) => n % 5 === 0),
        ["issue 42", "issue 47", "issue 52", "issue 57", "issue 62", "runFailed 10"]
      )
      // Ten pages of issues and one of each other list: the pause afterwards is longer, so that it is a tenth of 5,000.
      issues = [...Array.from({ length: 120 }, (_, n) => issue(186 - n)), ...issues]
      const { length: before } = state.sent
      yield* alarm
      const requests = state.sent.length - before
      assert.strictEqual(requests, 14)
      assert.strictEqual(state.wakeSeconds, Math.ceil((3600 * requests) / 500))
      yield* alarm
      assert.strictEqual(state.wakeSeconds, 60)
    })
  )

  live(
    "reports the runs that failed, and no others, if a server does not know the word that it is to filter by",
    Effect.gen(function* () {
      let runs = [run(10)]
      const { ask, alarm } = yield* connectCodehost({
        "/repos/acme/widgets/actions/runs": ({ url }) => {
          const first = 10 * (Number(url.searchParams.get("page") ?? 1) - 1)
          const isUnknown = url.searchParams.get("status") === "startup_failure"
          return { status: 200, body: { workflow_runs: isUnknown ? runs.slice(first, first + 10) : [] } }
        }
      })
      yield* ask("watchRepository", { ...AT, isWatched: true })
      const updated_at = "2026-11-23T00:00:00Z"
      const notStarted = run(11, { conclusion: "startup_failure", updated_at })
      runs = [...Array.from({ length: 10 }, (_, n) => run(21 - n, { updated_at })), notStarted, ...runs]
      yield* alarm
      assert.deepStrictEqual(
        (yield* ask("watched", AT)).seen.map(({ number }) => number),
        [11]
      )
    })
  )

  live(
    "passes a further page that three polls cannot read, says so until then, and loses nothing on other pages",
    Effect.gen(function* () {
      let issues = [issue(41)]
      const { ask, alarm, state } = yield* connectCodehost({
        "/repos/acme/widgets/issues": ({ url }) => {
          const page = Number(url.searchParams.get("page") ?? 1)
          return page === 2 ? { status: 200, body: {} } : { status: 200, body: issues.slice(10 * page - 10, 10 * page) }
        }
      })
      const numbers = Effect.map(ask("watched", AT), ({ isFailing, seen }) => [
        isFailing,
        seen.map(({ number }) => number).toSorted((a, b) => a - b)
      ])
      yield* ask("watchRepository", { ...AT, isWatched: true })
      issues = [...Array.from({ length: 25 }, (_, n) => issue(66 - n)), ...issues]
      for (const _poll of [1, 2]) {
        yield* alarm
        assert.deepStrictEqual(yield* numbers, [true, []])
        assert.strictEqual(state.mark, "–")
      }
      yield* alarm
      const rest = [42, 43, 44, 45, 46, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66]
      assert.deepStrictEqual(yield* numbers, [true, rest])
      issues = [issue(67), ...issues]
      yield* alarm
      assert.deepStrictEqual(yield* numbers, [false, [...rest, 67]])
    })
  )

  live(
    "waits for a further page through polls that cannot read its list at all",
    Effect.gen(function* () {
      let issues = [issue(41)]
      const broken = new Set<number>()
      const { ask, alarm } = yield* connectCodehost({
        "/repos/acme/widgets/issues": ({ url }) => {
          const page = Number(url.searchParams.get("page") ?? 1)
          return { status: 200, body: broken.has(page) ? {} : issues.slice(10 * page - 10, 10 * page) }
        }
      })
      yield* ask("watchRepository", { ...AT, isWatched: true })
      issues = [...Array.from({ length: 15 }, (_, n) => issue(56 - n)), ...issues]
      for (const page of [1, 1, 1, 2]) {
        broken.clear()
        broken.add(page)
        yield* alarm
      }
      assert.deepStrictEqual((yield* ask("watched", AT)).seen, [])
      broken.clear()
      yield* alarm
      assert.lengthOf((yield* ask("watched", AT)).seen, 15)
    })
  )

  live(
    "rests while the code host runs through the hub, and counts nothing that could not be seen",
    Effect.gen(function* () {
      let issues = [issue(41)]
      const { ask, alarm, state } = yield* connectCodehost({
        "/repos/acme/widgets/issues": () => ({ status: 200, body: issues })
      })
      yield* ask("watchRepository", { ...AT, isWatched: true })
      issues = [issue(42), ...issues]
      yield* alarm
      assert.strictEqual(state.mark, "1")
      assert.lengthOf((yield* ask("triggerPlaces", {})).places, 4)
      yield* ask("chooseWay", { plugin: "codehost", way: "hub" })
      assert.strictEqual(state.mark, "")
      assert.deepStrictEqual((yield* ask("triggerPlaces", {})).places, [], "no notification of them could come")
      const { length: before } = state.sent
      yield* alarm
      assert.strictEqual(state.sent.length, before)
      assert.isUndefined(state.wakeSeconds)
      yield* ask("chooseWay", { plugin: "codehost", way: "direct" })
      assert.strictEqual(state.mark, "1")
      assert.strictEqual(state.wakeSeconds, 60)
    })
  )

  live(
    "is that of the account that watches it, and never of an account of the hub",
    Effect.gen(function* () {
      const { ask } = yield* connectCodehost()
      yield* ask("saveAccount", { ...HOST_FORM, account: "another", values: hostValues, force: false })
      yield* ask("watchRepository", { ...AT, isWatched: true })
      const another = { ...AT, account: "another" }
      assert.deepInclude(yield* ask("watched", another), { isWatched: false })
      yield* ask("watchRepository", { ...another, isWatched: false })
      assert.deepInclude(yield* ask("watched", AT), { isWatched: true })
      yield* Effect.flip(ask("watchRepository", { ...AT, account: "hub:work", isWatched: true }))
    })
  )

  live(
    "is refused beyond the limit, which the refusal names",
    Effect.gen(function* () {
      const { ask } = yield* connectCodehost()
      for (let n = 0; n < 50; n += 1) yield* ask("watchRepository", { ...AT, repo: `r${n}`, isWatched: true })
      const refusal = yield* Effect.flip(ask("watchRepository", { ...AT, isWatched: true }))
      assert.deepStrictEqual(refusal.own, { is: "watchedFull", limit: 50 })
    })
  )

  live(
    "reports a mention once, by the comment that mentions the account, and no later comment of its thread",
    Effect.gen(function* () {
      const API = `${CODEHOST}/api/v3/repos/acme/widgets`
      const comments: Array<ReturnType<typeof comment>> = []
      const comment = (id: number, login: string, body: string, at: string) => ({
        url: `${API}/issues/comments/${id}`,
        html_url: `${PAGE}/issues/7#issuecomment-${id}`,
        user: { login },
        body,
        created_at: at
      })
      let thread = mention
      const { ask, alarm, state } = yield* connectCodehost({
        "/repos/acme/widgets/notifications": () => ({ status: 200, body: [thread] }),
        "/repos/acme/widgets/issues/7": {
          status: 200,
          body: { ...comment(0, "ada", "@mona, it squeaks.", "2026-01-01T00:00:00Z"), url: `${API}/issues/7` }
        },
        "/repos/acme/widgets/issues/7/comments": ({ url }) => ({
          status: 200,
          body: comments.filter((one) => one.created_at >= url.searchParams.get("since")!)
        }),
        "/repos/acme/widgets/issues/comments/4": () => ({
          status: 200,
          body: comments.find(({ url }) => url.endsWith("/4"))
        })
      })
      /** The thread changes, its newest comments being these, and is polled. */
      const afterwards = (at: string, ...fresh: ReadonlyArray<ReturnType<typeof comment>>) => {
        comments.push(...fresh)
        const latest = fresh.at(-1)?.url ?? comments.at(-1)?.url ?? mention.subject.url
        thread = { ...mention, updated_at: at, subject: { ...mention.subject, latest_comment_url: latest } }
        return Effect.map(Effect.andThen(alarm, ask("watched", AT)), ({ seen, isFailing }) => {
          assert.isFalse(isFailing)
          return seen.map(({ by, title, url }) => [by, title, url])
        })
      }
      yield* ask("watchRepository", { ...AT, isWatched: true })
      assert.deepStrictEqual(yield* afterwards("2026-11-23T09:00:00Z"), [], "a change without a comment")
      const others = [comment(1, "ada", "Still does.", "2026-11-23T10:00:00Z")]
      assert.deepStrictEqual(yield* afterwards("2026-11-23T10:00:01Z", ...others), [])
      const own = [comment(2, "mona", "I, @mona, agree.", "2026-11-23T11:00:00Z")]
      assert.deepStrictEqual(yield* afterwards("2026-11-23T11:00:01Z", ...own), [])
      // The mention is not the newest comment.
      const both = [
        comment(3, "ada", "@mona?", "2026-11-23T12:00:00Z"),
        comment(4, "bob", "Oil helps.", "2026-11-23T12:00:30Z")
      ]
      const seen = [["ada", "Widgets squeak", `${PAGE}/issues/7#issuecomment-3`]]
      assert.deepStrictEqual(yield* afterwards("2026-11-23T12:00:31Z", ...both), seen)
      assert.deepStrictEqual(yield* afterwards("2026-11-23T12:01:00Z"), seen, "a change without a comment")
      assert.strictEqual(state.sent.filter(({ url }) => url.origin !== CODEHOST).length, 0)
    })
  )

  const text = (path: string, login: string, over: Readonly<Record<string, unknown>>) => ({
    url: `${CODEHOST}/api/v3/repos/acme/widgets/${path}`,
    html_url: `${PAGE}/${path}`,
    user: { login },
    body: null,
    created_at: "2026-11-23T12:00:00Z",
    ...over
  })

  live(
    "reports a mention of the account's team, in a title, that is listed late, or beside a deleted comment, and no other text of such a thread",
    Effect.gen(function* () {
      const closed = { status: 404, body: { message: "Not Found" } }
      const comments: ReadonlyArray<readonly [number, ...ReadonlyArray<ReturnType<typeof text>>]> = [
        [1, text("c/11", "ada", { body: "@Acme/Makers?" }), text("c/12", "bob", { body: "@other/makers, no." })],
        [2, text("c/21", "ada", { body: "No, @acme/makers!" })],
        [
          3,
          text("c/31", "Mona", { body: "I, @mona." }),
          text("c/32", "ada", { body: "@mona", created_at: "2026-11-23T11:56:00Z" }),
          text("c/33", "ada", { body: "@mona", created_at: "2026-11-23T11:54:00Z" })
        ]
      ]
      const served = comments.flatMap(([number, ...all]) => [
        [`/repos/acme/widgets/issues/${number}`, { status: 200, body: text(`issues/${number}`, "ada", {}) }] as const,
        [`/repos/acme/widgets/issues/${number}/comments`, { status: 200, body: all }] as const
      ])
      const notification = (number: number, reason: string, latest?: string) => {
        const [url, latest_comment_url] = [`issues/${number}`, latest].map((path) => path && text(path, "", {}).url)
        const subject = { ...mention.subject, url, ...(latest !== undefined && { latest_comment_url }) }
        return { ...mention, reason, updated_at: "2026-11-23T12:00:01Z", subject }
      }
      let all: ReadonlyArray<unknown> = [{ ...notification(9, "author"), updated_at: "2026-11-23T12:00:00Z" }]
      const { ask, alarm, state } = yield* connectCodehost({
        ...Object.fromEntries(served),
        "/user": { status: 200, body: { login: "MONA" } },
        "/repos/acme/widgets/notifications": () => ({ status: 200, body: all }),
        "/repos/acme/widgets/issues/4": { status: 200, body: text("issues/4", "ada", { title: "Ask @mona" }) },
        "/repos/acme/widgets/issues/4/comments": closed,
        "/repos/acme/widgets/pulls/comments/6": {
          status: 200,
          body: text("pulls/6#r6", "ada", { body: "@mona, in a review" })
        }
      })
      yield* ask("watchRepository", { ...AT, isWatched: true })
      all = [
        notification(1, "team_mention"),
        notification(2, "mention"),
        notification(3, "mention", "c/39"),
        notification(4, "mention"),
        notification(5, "mention"),
        notification(6, "mention", "pulls/comments/6")
      ]
      state.sent.length = 0
      yield* alarm
      assert.strictEqual(state.wakeSeconds, Math.ceil((3600 * state.sent.length) / 500))
      const { seen, isFailing } = yield* ask("watched", AT)
      assert.isFalse(isFailing)
      assert.deepStrictEqual(seen.map(({ url }) => url.slice(PAGE.length)).toSorted(), [
        "/c/11",
        "/c/32",
        "/issues/4",
        "/pulls/6#r6"
      ])
    })
  )

  live(
    "reports a mention behind a page of other notifications, and reads no page of earlier ones",
    Effect.gen(function* () {
      const at = (number: number) => new Date(Date.UTC(2026, 10, 23, 0, number)).toISOString()
      const notification = (number: number, reason: string) => ({
        ...mention,
        reason,
        updated_at: at(number),
        subject: { ...mention.subject, url: text(`issues/${number}`, "", {}).url }
      })
      let all: ReadonlyArray<unknown> = []
      const { ask, alarm, state } = yield* connectCodehost({
        "/repos/acme/widgets/notifications": ({ url }) => {
          const first = 10 * (Number(url.searchParams.get("page") ?? 1) - 1)
          return { status: 200, body: all.slice(first, first + 10) }
        },
        "/repos/acme/widgets/issues/5": {
          status: 200,
          body: text("issues/5", "ada", { body: "@mona?", created_at: new Date().toISOString() })
        },
        "/repos/acme/widgets/issues/5/comments": { status: 200, body: [] }
      })
      yield* ask("watchRepository", { ...AT, isWatched: true })
      all = [...Array.from({ length: 10 }, (_, n) => notification(15 - n, "author")), notification(5, "mention")]
      yield* alarm
      assert.deepStrictEqual(
        (yield* ask("watched", AT)).seen.map(({ kind, url }) => [kind, url]),
        [["mention", `${PAGE}/issues/5`]]
      )
      all = [notification(16, "author"), ...all]
      state.sent.length = 0
      yield* alarm
      assert.lengthOf(state.sent, LEAST_REQUESTS)
    })
  )

  live(
    "passes a thread that three polls cannot read, and reports the mentions in others",
    Effect.gen(function* () {
      let all: ReadonlyArray<unknown> = []
      const notification = (number: number) => ({
        ...mention,
        updated_at: "2026-11-23T12:00:01Z",
        subject: { ...mention.subject, url: text(`issues/${number}`, "", {}).url }
      })
      const created_at = new Date().toISOString()
      const served = [5, 6].map((number) => [
        `/repos/acme/widgets/issues/${number}`,
        { status: 200, body: text(`issues/${number}`, "ada", { body: "@mona?", created_at }) }
      ])
      const { ask, alarm } = yield* connectCodehost({
        ...Object.fromEntries(served),
        "/user": { status: 200, body: { login: "mona" } },
        "/repos/acme/widgets/notifications": () => ({ status: 200, body: all }),
        "/repos/acme/widgets/issues/5/comments": { status: 200, body: {} },
        "/repos/acme/widgets/issues/6/comments": { status: 200, body: [] }
      })
      yield* ask("watchRepository", { ...AT, isWatched: true })
      all = [notification(5), notification(6)]
      for (const seen of [0, 0, 1]) {
        yield* alarm
        const now = yield* ask("watched", AT)
        assert.deepStrictEqual([now.isFailing, now.seen.length], [true, seen])
      }
      yield* alarm
      const { isFailing, seen } = yield* ask("watched", AT)
      assert.deepStrictEqual([isFailing, seen.map(({ url }) => url)], [false, [`${PAGE}/issues/6`]])
    })
  )

  live(
    "uses at most a tenth of its account's limit, whatever the number of repositories",
    Effect.sync(() => {
      const record = (account: string, repo: string, limit: number) => ({
        ...AT,
        account,
        repo,
        limit,
        restSeconds: 60,
        seen: [],
        unread: 0,
        lists: {},
        polledAt: null,
        isFailing: false
      })
      const many = Array.from({ length: 40 }, (_, n) => record("work", `r${n}`, 5000))
      for (const all of [many, [...many, record("small", "x", 60)]]) {
        const looksAnHour = 3600 / intervalOf(all)
        assert.isAtMost(looksAnHour * LEAST_REQUESTS * 40, 500)
      }
      assert.strictEqual(intervalOf([...many, record("small", "x", 60)]), intervalOf([record("small", "x", 60)]))
      assert.isAtMost((3600 / intervalOf([record("small", "x", 60)])) * LEAST_REQUESTS, 6)
      // Busy repositories, of which each poll took 30 requests.
      const busy = many.map((one) => ({ ...one, requests: 30 }))
      assert.isAtMost((3600 / intervalOf(busy)) * 30 * 40, 500)
    })
  )
})
