import { writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

import * as Effect from "effect/Effect"
import { afterEach, expect, it, vi } from "vitest"

import { temporaryDirectories } from "../../testing/temporary.ts"
import { withAssignments } from "./assignments.ts"

const directory = temporaryDirectories()
const PROPERTIES = {
  content: { type: "string" },
  labels: { type: "array" },
  draft: { type: "boolean" },
  count: { type: "integer" },
  milestone: { anyOf: [{ type: "integer" }, { type: "string" }] },
  options: { anyOf: [{ type: "object" }, { type: "null" }] }
}

const fileOf = (text: string): string => {
  const path = join(directory(), "file")
  writeFileSync(path, text)
  return path
}

it("a file's byte order mark is part of a text, but not of JSON or a boolean", async () => {
  const args = [
    `content=@${fileOf("\uFEFFname\r\nada\r\n")}`,
    `labels:=@${fileOf('\uFEFF["bug"]')}`,
    `draft=@${fileOf("\uFEFFtrue")}`
  ]
  expect(await Effect.runPromise(withAssignments({}, args, PROPERTIES))).toEqual({
    content: "\uFEFFname\r\nada\r\n",
    labels: ["bug"],
    draft: true
  })
})

afterEach(() => void vi.unstubAllEnvs())

it("a file may be named from the home directory: no shell replaces ~ behind @", async () => {
  const home = dirname(fileOf("ada"))
  vi.stubEnv("HOME", home)
  vi.stubEnv("USERPROFILE", home)
  expect(await Effect.runPromise(withAssignments({}, ["content=@~/file"], PROPERTIES))).toEqual({ content: "ada" })
})

it("a value has the type of its field, and is a text where that may be one", async () => {
  const args = ["content=3", "draft=false", "count=-3.5", "milestone=3", 'options:={"a":1}']
  expect(await Effect.runPromise(withAssignments({}, args, PROPERTIES))).toEqual({
    content: "3",
    draft: false,
    count: -3.5,
    milestone: "3",
    options: { a: 1 }
  })
})

it.each([
  ["count=1e3", "must be a number"],
  ["count=", "must be a number"],
  ["draft=yes", "must be true or false"],
  ["labels=bug", `is a list: write it as JSON, :='["..."]'`],
  ["options=a", `is an object: write it as JSON, :='{"...":"..."}'`],
  ["content:=hello", "is not JSON; for text, use = instead of :="],
  [`content:=${"[".repeat(201)}${"]".repeat(201)}`, "nests deeper than 200 levels"]
])("says how a field is written: %s", async (argument, message) => {
  const field = argument.replace(/:?=.*/, "")
  await expect(Effect.runPromise(withAssignments({}, [argument], PROPERTIES))).rejects.toMatchObject({
    reason: { _tag: "Invalid", fields: [{ field, message }] }
  })
})
