import * as fs from "node:fs"
import { join } from "node:path"

import { OutputFiles } from "@inlay/agent-plugin/OutputFiles"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { expect, it } from "vitest"

import { temporaryDirectories } from "../../testing/temporary.ts"
import { layer } from "./output-files.ts"

const directory = temporaryDirectories()

const WITHOUT_FILE = "Without it, the report is printed."

const writing = <A>(
  path: string,
  use: (write: (text: string) => Effect.Effect<void, ProviderError>) => Effect.Effect<A, ProviderError>,
  replace = false
) =>
  Effect.flatMap(OutputFiles, (files) =>
    files.write({ path, flag: "--csv", replace, withoutFile: WITHOUT_FILE }, use)
  ).pipe(Effect.provide(layer))

const written = (path: string, text: string, replace = false) =>
  Effect.runPromise(writing(path, (write) => write(text), replace))

const problemOf = async (outcome: Promise<unknown>) => {
  const error = await outcome.catch((thrown: unknown) => thrown)
  if (!(error instanceof ProviderError)) throw new Error("it did not fail")
  expect(error.reason).toMatchObject({ _tag: "Invalid", nothing: "stored", fields: [{ field: "--csv" }] })
  return error.reason.what
}

it("a file appears only when it is complete, with no leftovers", async () => {
  const folder = directory()
  const path = join(folder, "a.csv")
  const during = await Effect.runPromise(
    writing(path, (write) =>
      Effect.andThen(
        write("a,b\n"),
        Effect.andThen(
          write("1,2\n"),
          Effect.sync(() => fs.readdirSync(folder))
        )
      )
    )
  )
  expect(during).toEqual([expect.stringMatching(/^\.a\.csv\..*\.part$/)])
  expect(fs.readdirSync(folder)).toEqual(["a.csv"])
  expect(fs.readFileSync(path, "utf8")).toBe("a,b\n1,2\n")
})

it("a file that is there stays, unless it may be replaced", async () => {
  const path = join(directory(), "a.csv")
  fs.writeFileSync(path, "old")
  expect(await problemOf(written(path, "new"))).toContain("exists already")
  expect(fs.readFileSync(path, "utf8")).toBe("old")
  await written(path, "new", true)
  expect(fs.readFileSync(path, "utf8")).toBe("new")
})

it("a file that only its owner may read stays so when it is replaced", async () => {
  const path = join(directory(), "a.csv")
  fs.writeFileSync(path, "old", { mode: 0o600 })
  await written(path, "new", true)
  expect([fs.readFileSync(path, "utf8"), fs.statSync(path).mode & 0o777]).toEqual(["new", 0o600])
})

it("a file that came there meanwhile stays", async () => {
  const folder = directory()
  const path = join(folder, "a.csv")
  const racing = Effect.runPromise(
    writing(path, (write) =>
      Effect.andThen(
        write("ours"),
        Effect.sync(() => fs.writeFileSync(path, "theirs"))
      )
    )
  )
  expect(await problemOf(racing)).toContain("exists already")
  expect([fs.readdirSync(folder), fs.readFileSync(path, "utf8")]).toEqual([["a.csv"], "theirs"])
})

it("what a link leads to is replaced, not the link", async () => {
  const folder = directory()
  fs.writeFileSync(join(folder, "real.csv"), "old")
  fs.symlinkSync("real.csv", join(folder, "link.csv"))
  await written(join(folder, "link.csv"), "new", true)
  expect(fs.lstatSync(join(folder, "link.csv")).isSymbolicLink()).toBe(true)
  expect(fs.readFileSync(join(folder, "real.csv"), "utf8")).toBe("new")
})

it.each([
  [
    "a failure",
    (write: (text: string) => Effect.Effect<void, ProviderError>) => Effect.andThen(write("half"), Effect.die("x"))
  ],
  [
    "a stop",
    (write: (text: string) => Effect.Effect<void, ProviderError>) => Effect.andThen(write("half"), Effect.interrupt)
  ]
])("%s leaves nothing, and what was there as it was", async (_, use) => {
  const folder = directory()
  fs.writeFileSync(join(folder, "a.csv"), "old")
  await expect(Effect.runPromise(writing(join(folder, "a.csv"), use, true))).rejects.toThrow()
  expect(fs.readdirSync(folder)).toEqual(["a.csv"])
  expect(fs.readFileSync(join(folder, "a.csv"), "utf8")).toBe("old")
})

it("a stop in the middle of a write leaves nothing", async () => {
  const folder = directory()
  const chunk = "x".repeat(1 << 20)
  await Effect.runPromise(
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(writing(join(folder, "a.csv"), (write) => Effect.forever(write(chunk))))
      yield* Effect.promise(async () => {
        while (fs.readdirSync(folder).length === 0) await new Promise((resolve) => setImmediate(resolve))
      })
      yield* Fiber.interrupt(fiber)
    })
  )
  expect(fs.readdirSync(folder)).toEqual([])
})

it("what cannot be written is refused before anything is done", async () => {
  const folder = directory()
  const never = (path: string) => problemOf(Effect.runPromise(writing(path, () => Effect.die("it was begun"))))
  expect(await never(join(folder, "no", "a.csv"))).toContain("no such directory")
  expect(await never(folder)).toContain("is not a file")
  expect(await never("-")).toContain("must name a file")
  expect(await never("/dev/null")).toContain("is not a file")
  expect(await never(join(folder, "x".repeat(300)))).toContain("too long")
})

it("a path that names no file is answered with the command's own advice", async () => {
  const error = await written("-", "never").catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ reason: { remedy: { to: "read", text: WITHOUT_FILE } } })
})
