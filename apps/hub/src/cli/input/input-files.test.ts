import { InputFiles } from "@inlay/agent-plugin/InputFiles"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"

import { layer } from "./input-files.ts"

it("a pipe or a device that does not end is refused, not read into memory", async () => {
  const reading = InputFiles.use((files) => files.read({ flag: "FILE", path: "/dev/zero" })).pipe(Effect.provide(layer))
  expect((await Effect.runPromise(Effect.flip(reading))).reason).toMatchObject({
    fields: [{ field: "FILE", message: "names /dev/zero, which cannot be read: it is longer than 100 MB" }]
  })
})
