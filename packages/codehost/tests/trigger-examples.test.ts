/**
 * Checks that every published payload goes to exactly the right triggers. The table is a checked-in snapshot: review
 * its changes. Each line has the number of payloads, the event with its action, and the triggers that it goes to;
 * "where it is asked for" marks a trigger that only starts if a filter asks for the event.
 */
import { expect, it } from "vitest"

import { plugin } from "../src/plugin.ts"
import { altered, exampleOf, grace, published } from "./events.ts"

const watcher = { login: "somebody", scopes: [] }

const short = (id: string) => id.slice("codehost_".length)

const goesTo = (name: string, body: unknown): string => {
  const outcomes = plugin.triggers.flatMap((trigger) => {
    const occurrences = trigger.match({ name, body }, watcher)
    if (occurrences.length === 0) return []
    const isTold = occurrences.every((one) => trigger.accepts({}, one) === true)
    const count = occurrences.length === 1 ? "" : ` (${occurrences.length} events)`
    return [`${short(trigger.id)}${count}${isTold ? "" : ", where it is asked for"}`]
  })
  return outcomes.join("; ")
}

it("matches exactly the expected triggers", async () => {
  const lines = new Map<string, number>()
  let count = 0
  let matching = 0
  for (const { name, examples } of published) {
    for (const body of examples) {
      const to = goesTo(name, body)
      count += 1
      if (to !== "") matching += 1
      const line = `${name}${body.action === undefined ? "" : ` ${body.action}`}: ${to === "" ? "-" : to}`
      lines.set(line, (lines.get(line) ?? 0) + 1)
    }
  }
  expect(count).toBe(329)
  const table = [
    `${matching} of ${count} payloads match a trigger.`,
    ...[...lines].map(([line, n]) => `${n} x ${line}`)
  ]
  await expect(`${table.join("\n")}\n`).toMatchFileSnapshot("./trigger-examples.txt")
})

// A target may be written in any letter case, and a poll names the repository as its target does.
it.each(plugin.triggers.map((trigger) => [trigger.id, trigger] as const))(
  "%s has the same key, however the repository's name is written",
  (_, { fixture, match }) => {
    const { name, body } = exampleOf(fixture.slice("events/".length))
    const keys = (full_name: string) =>
      match({ name, body: altered(body, { repository: { full_name } }) }, grace).map(({ key }) => key)
    expect(keys("ACME/Widgets")).toEqual(keys("acme/widgets"))
  }
)
