import { expect, test } from "vitest"

import { at, linksOf, objects, startFor } from "../testing/bench.ts"

const { ask, control } = startFor()

const path = "/repos/acme/widgets/activity"
const typesOf = async (query = "") => objects((await ask(`${path}${query}`)).body).map((one) => one["activity_type"])

test("every kind of branch change, newest first, with its actor", async () => {
  await control("/push", { branch: "topic", login: "linus" })
  await control("/push", { branch: "topic" })
  const pull = await ask("/repos/acme/widgets/pulls", { body: { title: "T", head: "topic", base: "main" } })
  await ask(`${String(at(pull.body, "url"))}/merge`, { method: "PUT", body: {} })
  await control("/push", { branch: "topic", force: true, commits: [{ message: "Other" }], from: "docs/typos" })
  await ask("/repos/acme/widgets/git/refs/heads/topic", { method: "DELETE" })
  const kinds = ["branch_deletion", "force_push", "pr_merge", "push", "branch_creation"]
  expect(await typesOf()).toEqual(kinds)
  expect(await typesOf("?direction=asc")).toEqual(kinds.toReversed())
  expect(await typesOf("?actor=linus")).toEqual(["branch_creation"])
  expect(await typesOf("?ref=main")).toEqual(["pr_merge"])
  expect(await typesOf("?activity_type=push")).toEqual(["push"])
  const first = await ask(`${path}?per_page=2`)
  const next = objects((await ask(linksOf(first)["next"] ?? "")).body).map((one) => one["activity_type"])
  expect(next).toEqual(kinds.slice(2, 4))
})

test("tags cause no activity", async () => {
  await control("/push", { branch: "topic", tags: ["v9"] })
  expect(await typesOf()).toEqual(["branch_creation"])
})
