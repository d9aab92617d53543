import { expect, it } from "vitest"

import { stepWorld } from "../../tests/steps.ts"

const { run, reason, wrongFields, get } = stepWorld("codehost_list_gists_for_a_user")

it.each(["mona", "hubot"])("lists the gists of %s like the service", async (username) => {
  const record = await get(`/users/${username}/gists`)
  const { items, total, next } = await run({ username })
  expect(items.map(({ id }: { id: string }) => id)).toEqual(record.map(({ id }: { id: string }) => id))
  expect([total, next]).toEqual([record.length, undefined])
})

it("says that a user is missing", async () => {
  expect((await reason({ username: "nobody-of-that-name" }))._tag).toBe("NotFound")
})

it.each([
  [{ username: "a/b" }, ["username"]],
  [{ username: "mona", since: "soon" }, ["since"]]
])("refuses %j", async (input, fields) => expect(await wrongFields(input)).toEqual(fields))
