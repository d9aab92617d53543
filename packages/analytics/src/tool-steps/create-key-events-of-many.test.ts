/** Tests key events of a property with so many names of events that its reports have a row "(other)". */
import { Runner } from "@inlay/agent-plugin/Runner"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"

import { report, service } from "../../tests/service.ts"
import { runnerOf } from "../../tests/world.ts"
import { createKeyEvents } from "./create-key-events.ts"

const { account, answer, asked } = service()
const runtime = runnerOf(() => [account()])

/** @param names the spellings in which the service has the event */
const create = (names: ReadonlyArray<string>, dataLossFromOtherRow: boolean) => {
  const rows = names.map((name) => [name, "1"])
  const metadata = { timeZone: "Australia/Sydney", dataLossFromOtherRow }
  const ofDays = report(["eventName"], [["eventCount", "TYPE_INTEGER"]], rows, { metadata })
  answer(({ target }) => {
    if (target.includes(":runReport")) return { body: ofDays }
    if (target.includes(":runRealtimeReport")) return { body: { kind: "analyticsData#runRealtimeReport" } }
    const keyEvent = { name: "properties/1/keyEvents/5", eventName: "rare", countingMethod: "ONCE_PER_EVENT" }
    return { body: target.includes("keyEvents") ? keyEvent : {} }
  })
  const running = Effect.flatMap(Runner, (runner) =>
    runner.run(createKeyEvents.id, { property: "1", eventName: "rare" })
  )
  return runtime.runPromise(running)
}

const changes = () => asked().filter(({ method, target }) => method === "POST" && target.includes("keyEvents"))

it("a rare event may be among the others, so the service decides", async () => {
  expect(await create([], true)).toMatchObject({ eventName: "rare" })
  expect(changes()).toHaveLength(1)
})

it.each([
  ["there are no others", [], false],
  ["it has another spelling", ["Rare"], true]
])("an event is refused if %s", async (_, names, hasOthers) => {
  await expect(create(names, hasOthers)).rejects.toThrow(/is not collected/)
  expect(changes()).toEqual([])
})
