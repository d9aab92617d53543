import { chmodSync, existsSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { DatabaseSync } from "node:sqlite"

import * as Effect from "effect/Effect"
import { describe, expect, it, onTestFinished } from "vitest"

import { temporaryDirectories } from "../testing/temporary.ts"
import { prepare, unusable } from "./DataDirectory.ts"
import { locate } from "./paths.ts"

const directory = temporaryDirectories()
const home = "/home/jane"

describe("the data directory", () => {
  it.each([
    ["what was asked for", { asked: "here", env: { INLAY_DATA: "/there" }, platform: "linux" }, resolve("here")],
    [
      "INLAY_DATA",
      { asked: undefined, env: { INLAY_DATA: "/there", XDG_DATA_HOME: "/x" }, platform: "linux" },
      "/there"
    ],
    ["a path that no shell read", { asked: "~/here", env: {}, platform: "linux" }, "/home/jane/here"],
    ["such a variable", { asked: undefined, env: { INLAY_DATA: "~/there" }, platform: "linux" }, "/home/jane/there"],
    ["XDG", { asked: undefined, env: { INLAY_DATA: " ", XDG_DATA_HOME: "/x" }, platform: "linux" }, "/x/inlay"],
    ["Linux", { asked: undefined, env: {}, platform: "linux" }, "/home/jane/.local/share/inlay"],
    ["macOS", { asked: "", env: {}, platform: "darwin" }, "/home/jane/Library/Application Support/Inlay"],
    ["Windows", { asked: undefined, env: { APPDATA: "/roaming" }, platform: "win32" }, join("/roaming", "Inlay")]
  ] as const)("is found: %s", (_, options, expected) => {
    expect(locate({ ...options, home: () => home })).toBe(expected)
  })

  it.skipIf(process.platform === "win32")("and its file are for their owner alone", async () => {
    const target = join(directory(), "a", "b")
    const file = await Effect.runPromise(prepare(target))
    expect(statSync(target).mode & 0o777).toBe(0o700)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    for (const mode of [0o640, 0o604]) {
      chmodSync(file, mode)
      await Effect.runPromise(prepare(target))
      expect(statSync(file).mode & 0o777).toBe(0o600)
    }
  })

  it.skipIf(process.platform !== "linux")("keeps the locks on its file when it is prepared once more", async () => {
    const file = await Effect.runPromise(prepare(directory()))
    const database = new DatabaseSync(file)
    onTestFinished(() => database.close())
    database.exec("BEGIN EXCLUSIVE")
    const isLocked = () => {
      const { ino } = statSync(file)
      const locks = readFileSync("/proc/locks", "utf8").split("\n")
      return locks.some((lock) => lock.includes(` ${process.pid} `) && lock.includes(`:${ino} `))
    }
    expect(isLocked()).toBe(true)
    await Effect.runPromise(prepare(dirname(file)))
    expect(isLocked()).toBe(true)
  })

  it("is not taken for a new one if its database is empty, as a copy that failed leaves it", async () => {
    const at = directory()
    const file = await Effect.runPromise(prepare(at))
    const lastWritten = (seconds: number) => utimesSync(file, new Date(), new Date(Date.now() - seconds * 1000))
    lastWritten(60)
    // Its first program was ended before it stored anything.
    expect(await Effect.runPromise(prepare(at))).toBe(file)
    writeFileSync(join(at, "secret.key"), "", { mode: 0o600 })
    const error = await Effect.runPromise(Effect.flip(prepare(at)))
    expect([error.message, error.remedy]).toEqual([
      expect.stringMatching(/inlay\.db is empty, although there is a secret\.key/),
      { to: "read", text: expect.stringMatching(/backup.*delete/) }
    ])
    // Another program is just making it.
    lastWritten(1)
    expect(await Effect.runPromise(prepare(at))).toBe(file)
    writeFileSync(file, "contents")
    lastWritten(60)
    expect(await Effect.runPromise(prepare(at))).toBe(file)
  })

  it("that cannot be made says why", async () => {
    const file = join(directory(), "file")
    writeFileSync(file, "")
    const error = await Effect.runPromise(Effect.flip(prepare(join(file, "below"))))
    expect(error.message).toMatch(/ENOTDIR/)
    expect(existsSync(join(file, "below"))).toBe(false)
  })

  it.each(["EACCES", "EPERM", "EROFS"])("that this user may not use is no lack of space: %s", (code) => {
    const { remedy } = unusable("opening")(Object.assign(new Error(`${code}: not permitted`), { code }))
    expect(remedy).toEqual({ to: "read", text: expect.stringMatching(/user who may read and write it.*--data/) })
  })
})
