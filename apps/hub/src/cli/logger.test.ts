import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import { describe, expect, it } from "vitest"

import { redactorOf } from "../accounts/known-secrets.ts"
import { jsonLogger, logger } from "./logger.ts"

const SECRET = "canary-7f3a9c"

const logOf = async (
  body: Effect.Effect<unknown>,
  level: "Info" | "Debug" = "Info",
  make: typeof logger = logger
): Promise<string> => {
  let text = ""
  const layer = Logger.layer([
    make(redactorOf({ INLAY_SALESDATA_API_KEY: ` ${SECRET} `, PATH: "/bin" }), (line) => (text += line))
  ])
  await Effect.runPromise(body.pipe(Effect.provideService(References.MinimumLogLevel, level), Effect.provide(layer)))
  return text
}

describe("logs", () => {
  it("are one line each, secrets removed in every form", async () => {
    const forms = [SECRET, encodeURIComponent(SECRET), btoa(`Bearer ${SECRET}`)].join(" ")
    const text = await logOf(Effect.logWarning("sent", forms, { header: SECRET }))
    expect(text).toMatch(/^warn sent .*\n$/)
    expect(text).not.toContain(SECRET)
    expect(text).not.toContain(btoa(`Bearer ${SECRET}`).slice(8, -2))
    expect(text).toContain("<redacted>")
    expect(await logOf(Effect.logInfo("/bin"))).toBe("info /bin\n")
  })

  it("keep words that also occur in other programs' variables", () => {
    const env = { DESKTOP_SESSION: "ubuntu", SOME_TOKEN: "0123456789", INLAY_X_API_KEY: "short" }
    expect(redactorOf(env).text("ubuntu 0123456789 short")).toBe("ubuntu <redacted> <redacted>")
  })

  it("show a cause only when everything is asked for", async () => {
    const failing = Effect.catchCause(Effect.die(new Error(`inside ${SECRET}`)), (cause) =>
      Effect.logError("oh", cause)
    )
    expect(await logOf(failing)).toBe("error oh (--log-level debug shows the cause)\n")
    const full = await logOf(failing, "Debug")
    expect(full).toContain("Error: inside <redacted>")
    expect(full).not.toContain(SECRET)
  })

  it("say what failed after their own words, if it is no bug", async () => {
    const failing = Effect.catchCause(Effect.fail(new Error(`the disk\nof ${SECRET} is full`)), (cause) =>
      Effect.logError("polling failed.", cause)
    )
    const text = "polling failed. the disk of <redacted> is full"
    expect(await logOf(failing)).toBe(`error ${text} (--log-level debug shows the cause)\n`)
    expect(JSON.parse(await logOf(failing, "Info", jsonLogger))).toMatchObject({ level: "error", message: text })
  })

  it("say what failed if there is only a cause, as Effect's queue logs it", async () => {
    const failing = Effect.tapCause(Effect.fail(new Error(`${SECRET} lost\nat line 2`)), Effect.logWarning)
    const text = "<redacted> lost at line 2"
    expect(await logOf(Effect.ignore(failing))).toBe(`warn ${text} (--log-level debug shows the cause)\n`)
    const json = await logOf(Effect.ignore(failing), "Info", jsonLogger)
    expect(JSON.parse(json)).toMatchObject({ level: "warn", message: text })
    const broken = Effect.tapCause(Effect.die(new Error("a bug")), Effect.logWarning)
    expect(await logOf(Effect.ignoreCause(broken))).toBe("warn a bug (--log-level debug shows the cause)\n")
  })
})
