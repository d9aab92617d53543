import { writeFileSync } from "node:fs"
import { join } from "node:path"

import * as Effect from "effect/Effect"
import { expect, it } from "vitest"

import { temporaryDirectories } from "../../testing/temporary.ts"
import { read } from "./step-input.ts"

const directory = temporaryDirectories()

it.each(["utf8", "utf16le"] as const)("a file that begins with a byte order mark is read, in %s", async (encoding) => {
  const path = join(directory(), "input.json")
  writeFileSync(path, '\uFEFF{"title":"Größe"}\r\n', encoding)
  expect(await Effect.runPromise(read(`@${path}`))).toEqual({ title: "Größe" })
})
