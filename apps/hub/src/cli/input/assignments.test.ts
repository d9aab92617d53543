import { writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

import * as Effect from "effect/Effect"
import { afterEach, expect, it, vi } from "vitest"

import { temporaryDirectories } from "../../testing/temporary.ts"
import { withAssignments } from "./assignments.ts"

const directory = temporaryDirectories()
const PROPERTIES = { content: { type: "string" }, labels: { type: "array" }, draft: { type: "boolean" } }

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
