import { expect, it } from "vitest"

import messages from "../public/_locales/en/messages.json" with { type: "json" }
import { listing, name, privacy, summary } from "./listing.ts"
import { namesFor, permissions } from "./permissions.ts"

it("fits the stores' fields", () => {
  expect(summary.length).toBeLessThanOrEqual(132)
  // The Chrome Web Store's limit for one justification.
  for (const { name: permission, why } of permissions) expect(why.length, permission).toBeLessThanOrEqual(1000)
})

it("gives a reason for every permission, once", () => {
  for (const browser of ["chrome", "firefox"]) {
    const names = namesFor(browser)
    expect(new Set(names).size).toBe(names.length)
    for (const permission of names) expect(listing).toContain(`\`${permission}\``)
  }
  expect(namesFor("firefox")).not.toContain("sidePanel")
})

it.each([
  [/person or company/, /data provider/, /click Enrich/],
  [/what a lookup would cost/, /hub/, /open Inlay/],
  [/positions, seniorities and departments/, /provider or hub/, /search for people/],
  [/name of a repository/, /code host or hub/, /while you watch it; .*always allowed the line/],
  [/Comments, stars and workflow runs/, /code host or hub/, /confirm/],
  [/title of a page of your own site/, /hub/, /open Inlay there/],
  [/new events/, /hub/, /once a minute, if you chose notifications/]
])("says in the privacy policy that %s is sent, to whom and when", (what, recipient, occasion) => {
  const rows = privacy.split("\n").filter((line) => line.startsWith("| ") && what.test(line))
  expect(rows).toEqual([expect.stringMatching(recipient)])
  expect(rows).toEqual([expect.stringMatching(occasion)])
})

it("matches the English manifest", () => {
  expect([messages.name.message, messages.description.message]).toEqual([name, summary])
})
