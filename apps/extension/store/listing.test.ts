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

it("says in the privacy policy who receives data, and when", () => {
  expect(privacy).toMatch(/the person or company to look up, when you click a button that says so/)
  expect(privacy).toMatch(/the name of a repository, when you open Inlay on its page/)
})

it("matches the English manifest", () => {
  expect([messages.name.message, messages.description.message]).toEqual([name, summary])
})
