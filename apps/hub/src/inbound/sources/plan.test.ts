import { describe, expect, it } from "vitest"

import type { Hook } from "../hook-rows.ts"
import { planOf, type WatchedWays } from "./plan.ts"

const polled = (name: string, account = "main", trigger = "new_star", source?: string): WatchedWays => ({
  watched: {
    trigger: `codehost_${trigger}`,
    plugin: "codehost",
    account,
    target: { owner: "acme", repo: name },
    place: `repos/acme/${name}`,
    pollsOnly: false
  },
  ways: [{ via: "poll", ...(source !== undefined && { source }), needs: [], expectedDelaySeconds: 60 }]
})

const MINUTE = 60_000
const perHour = (limits: ReadonlyArray<readonly [string, number]>, count: number) =>
  planOf(
    Array.from({ length: count }, (_, index) => polled(`r${index}`)),
    [],
    new Map(limits)
  ).polls.reduce((sum, { intervalMillis }) => sum + (60 * MINUTE) / intervalMillis, 0)

describe("the polls of an account", () => {
  it("come as often as their triggers say, while they take less than a fifth of its requests", () => {
    expect(planOf([polled("one")], [], new Map()).polls[0]?.intervalMillis).toBe(MINUTE)
    expect(perHour([["codehost/main", 5_000]], 10)).toBeCloseTo(600)
  })

  it("take together a fifth of what its service said last, whatever that is", () => {
    expect(perHour([["codehost/main", 5_000]], 100)).toBeCloseTo(1_000)
    expect(perHour([["codehost/main", 15_000]], 100)).toBeCloseTo(3_000)
    expect(perHour([["codehost/main", 60]], 5)).toBeCloseTo(12)
  })

  it("are counted for their own account alone, and where nothing was said, by 5,000 an hour", () => {
    expect(perHour([["codehost/other", 60]], 100)).toBeCloseTo(1_000)
    const { polls } = planOf([polled("one"), polled("two", "other")], [], new Map([["codehost/other", 60]]))
    expect(polls.map(({ intervalMillis }) => intervalMillis)).toEqual([MINUTE, 5 * MINUTE])
  })

  it("are one for all triggers that read the same of a target, and count once", () => {
    const triggers = ["updated_issue", "new_label_on_issue", "new_review_request", "new_pull_request"]
    const { polls } = planOf(
      ["one", "two"].flatMap((name) => triggers.map((trigger) => polled(name, "main", trigger, "issue events"))),
      [],
      new Map([["codehost/main", 60]])
    )
    expect(polls.map(({ intervalMillis }) => intervalMillis)).toEqual(polls.map(() => 10 * MINUTE))
    expect(new Set(polls.map(({ source }) => source))).toEqual(new Set(["issue events"]))
  })

  it("of triggers that name no source are each their own", () => {
    const all = [polled("one"), polled("one", "main", "new_fork"), polled("one", "main", "new_watcher")]
    const { polls } = planOf(all, [], new Map([["codehost/main", 60]]))
    expect(polls.map(({ intervalMillis }) => intervalMillis)).toEqual(polls.map(() => 15 * MINUTE))
  })

  it("leave room for polls that take several requests", () => {
    const { polls } = planOf([polled("one"), polled("two")], [], new Map([["codehost/main", 60]]))
    expect(polls.map(({ requestMillis }) => requestMillis)).toEqual([10 * MINUTE, 10 * MINUTE])
  })
})

describe("a poll beside the hook", () => {
  const place = "repos/acme/one"
  const hook = { via: "webhook", place, events: ["create"], needs: [], expectedDelaySeconds: 1 } as const
  const poll = { via: "poll", source: "tags", needs: [], expectedDelaySeconds: 60 } as const
  const { watched } = polled("one", "main", "new_tag")

  it("reads at its long interval what the hook does not send", () => {
    const ways = [hook, { ...poll, besideHookSeconds: 600 }]
    const { hooks, polls } = planOf([{ watched, ways }], [], new Map())
    expect(hooks).toMatchObject([{ place, events: ["create"] }])
    expect(polls).toMatchObject([{ trigger: "codehost_new_tag", source: "tags", intervalMillis: 10 * MINUTE }])
  })

  it("runs at its usual interval without a hook, and not at all unless the way asks for it", () => {
    expect(planOf([{ watched, ways: [{ ...poll, besideHookSeconds: 600 }] }], [], new Map()).polls).toMatchObject([
      { intervalMillis: MINUTE }
    ])
    expect(planOf([{ watched, ways: [hook, poll] }], [], new Map()).polls).toEqual([])
  })

  it("runs at its usual interval if somebody may only poll, whoever watched first", () => {
    const ways = [{ ...poll, besideHookSeconds: 600 }]
    const both = [
      { watched, ways: [hook, ...ways] },
      { watched: { ...watched, pollsOnly: true }, ways }
    ]
    for (const all of [both, both.toReversed()])
      expect(planOf(all, [], new Map()).polls).toMatchObject([{ intervalMillis: MINUTE }])
  })
})

describe("the hook of a place", () => {
  const hooked: WatchedWays = {
    watched: polled("one").watched,
    ways: [{ via: "webhook", place: "repos/acme/one", events: ["star"], needs: [], expectedDelaySeconds: 1 }]
  }
  const hook: Hook = {
    id: "hook",
    plugin: "codehost",
    account: "main",
    place: "repos/acme/one",
    createdMillis: 0,
    remoteId: "1",
    events: ["issues"],
    hasNewSecret: false,
    problem: undefined,
    checkedMillis: 0,
    reconciledMillis: undefined
  }

  it("sends what is wanted, and no event less while something of its account cannot be read", () => {
    expect(planOf([hooked], [hook], new Map()).hooks[0]?.events).toEqual(["star"])
    expect(planOf([hooked], [hook], new Map(), () => true).hooks[0]?.events).toEqual(["issues", "star"])
  })
})
