import { expect, it } from "vitest"

import type { DeliveryDetails, Run } from "../api/types.ts"
import { trying } from "../triggers/words.ts"
import { isReplayable, replayOf } from "./replay-form.ts"
import { timelineOf } from "./timeline.ts"

const one: DeliveryDetails = {
  id: "msg_1",
  subscription: "sub_1",
  trigger: "plugin_new_thing",
  account: "plugin/main",
  event: 1,
  state: "delivered",
  why: null,
  attempts: 2,
  createdAt: "2026-01-01T00:00:00.000Z",
  nextAt: null,
  doneAt: "2026-01-01T00:00:09.000Z",
  data: {},
  log: [
    {
      attempt: 1,
      at: "2026-01-01T00:00:01.000Z",
      durationMillis: 3,
      status: null,
      answer: "refused",
      delivered: false
    },
    { attempt: 2, at: "2026-01-01T00:00:08.000Z", durationMillis: 3, status: 204, answer: "", delivered: true }
  ]
}
const run: Run = {
  id: 1,
  at: "2026-01-01T00:00:08.500Z",
  durationMillis: 5,
  principal: "token:1",
  principalName: "agent",
  via: "mcp",
  event: "msg_1",
  plugin: "plugin",
  account: "main",
  tool: "plugin_answer",
  outcome: "ok",
  charged: null
}

it("lists a delivery's timeline in order: event, attempts, the agent's runs, its end", () => {
  expect(timelineOf(one, [run], "agent").map(({ text }) => text)).toEqual([
    "The event was received.",
    "Attempt 1: no answer",
    "Attempt 2: 204",
    "The agent ran plugin_answer: ok.",
    "The event is delivered."
  ])
})

it("says of a command, which has no status, whether it accepted the event", () => {
  const log = one.log.map((attempt, index) => ({ ...attempt, status: null, delivered: index === 1 }))
  const texts = timelineOf({ ...one, log }, [], "exec").map(({ text }) => text)
  expect(texts.slice(1, 3)).toEqual(["Attempt 1: not accepted", "Attempt 2: accepted"])
  expect(trying.delivered(null, 5)).toBe("The receiver accepted it in 5 ms.")
  expect(trying.delivered(204, 5)).toBe("The receiver accepted it (204) in 5 ms.")
})

it("replays a range with a beginning, of states that were chosen", () => {
  expect(Object.keys(replayOf({ subscription: "", since: "", until: "", states: [] }).problems)).toEqual([
    "subscription",
    "since",
    "states"
  ])
  const { problems, replay } = replayOf({
    subscription: "sub_1",
    since: "2026-01-01T00:00",
    until: "",
    states: ["dead"]
  })
  expect(problems).toEqual({})
  expect(replay).toEqual({
    subscription: "sub_1",
    since: new Date("2026-01-01T00:00").toISOString(),
    states: ["dead"]
  })
  const until = "2026-01-02T00:00"
  expect(replayOf({ subscription: "sub_1", since: until, until, states: ["dead"] }).replay).toMatchObject({
    until: new Date(until).toISOString()
  })
})

it("offers to send what has ended and what waits, but not what is under way or about to be", () => {
  const now = Date.parse("2026-01-01T00:00:10.000Z")
  const pendingUntil = (nextAt: string) => isReplayable({ ...one, state: "pending", nextAt }, now)
  expect(isReplayable(one, now)).toBe(true)
  expect(pendingUntil("2026-01-01T02:00:00.000Z")).toBe(true)
  expect(pendingUntil("2026-01-01T00:00:12.000Z")).toBe(false)
  expect(pendingUntil("2026-01-01T00:00:00.000Z")).toBe(false)
})
