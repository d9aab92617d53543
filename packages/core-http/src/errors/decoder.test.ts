import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { expect, it } from "vitest"

import { decoder } from "./decoder.ts"

const read = decoder(
  "acme",
  "getOwner",
  Schema.Struct({ owner: Schema.Struct({ id: Schema.Int, name: Schema.String }) })
)
const error = (body: unknown) => Effect.runSync(Effect.flip(read({ body })))

it("reads known fields and leaves out the rest", () => {
  expect(Effect.runSync(read({ body: { owner: { id: 1, name: "Ana", age: 7 }, more: true } }))).toEqual({
    owner: { id: 1, name: "Ana" }
  })
})

it("names every wrong field, but no value", () => {
  const { reason, message } = error({ owner: { id: "secret" } })
  expect(reason._tag).toBe("Decode")
  expect(message).toContain("owner.id, owner.name")
  expect(message).not.toContain("secret")
})

it("names only the first wrong field of a long body", () => {
  const { message } = error({ owner: { id: "x".repeat(100_000) } })
  expect(message).toContain("owner.id.")
  expect(message).not.toContain("owner.name")
})

it.each([[null], ["<html>"], [[]]])("refuses %j", (body) => expect(error(body).reason._tag).toBe("Decode"))
