import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { afterEach, vi } from "vitest"

import { temporaryDirectories } from "../testing/temporary.ts"
import { openBrowser } from "./open-browser.ts"

const directory = temporaryDirectories()
afterEach(() => vi.unstubAllEnvs())

/** Creates a command that shadows any other of that name and writes its arguments to a file, one per line. */
const commandNamed = (name: string): string => {
  const at = directory()
  const file = join(at, "arguments")
  const script = `#!/bin/sh\nprintf '%s\\n' "$@" > '${file}.part' && mv '${file}.part' '${file}'\n`
  writeFileSync(join(at, `${name}.part`), script, { mode: 0o755 })
  renameSync(join(at, `${name}.part`), join(at, name))
  vi.stubEnv("PATH", [at, process.env["PATH"]].join(delimiter))
  return file
}

const linesOf = (file: string) =>
  Effect.suspend(() =>
    existsSync(file) ? Effect.succeed(readFileSync(file, "utf8").split("\n").slice(0, -1)) : Effect.fail("not yet")
  ).pipe(Effect.retry({ schedule: Schedule.spaced("10 millis") }))

const ADDRESS = "https://sign-in.example/authorize?state=a&scope=b%20c&x=$(touch+here);'\"`&|"

describe("a browser", () => {
  it.live.each([
    ["linux", "xdg-open", []],
    ["darwin", "open", []],
    ["win32", "rundll32", ["url.dll,FileProtocolHandler"]]
  ] as const)("on %s is opened by %s, with the address as one argument", ([platform, command, before]) =>
    Effect.gen(function* () {
      const file = commandNamed(command)
      yield* openBrowser(ADDRESS, platform)
      assert.deepStrictEqual(yield* linesOf(file), [...before, ADDRESS])
    })
  )

  it.live("that is not there stops nothing", () =>
    Effect.gen(function* () {
      vi.stubEnv("PATH", directory())
      yield* openBrowser(ADDRESS, "linux")
      // The start failure is reported a moment later.
      yield* Effect.sleep("50 millis")
    })
  )
})
