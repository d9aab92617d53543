/**
 * A plugin that the hub does not know, in everything that the hub does with plugins: connect, run, preview, report,
 * poll.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { Accounts } from "@inlay/agent-plugin/Accounts"
import { Runner } from "@inlay/agent-plugin/Runner"
import {
  commands,
  sketchPlugin,
  startSketchProvider,
  type SketchProvider
} from "@inlay/agent-plugin/testing/sketch-plugin"
import * as Node from "@inlay/core-http/node"
import { ProviderError } from "@inlay/core-http/ProviderError"
import { Spend } from "@inlay/core-http/Spend"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"

import { connected } from "../../accounts/plugin-account.ts"
import * as Runners from "../../runner.ts"
import { screenOf } from "../../terminal/Screen.ts"
import { startAgent } from "../../testing/events/agent.ts"
import { startHub } from "../../testing/hub-server.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { everyFile } from "../../testing/vault-world.ts"
import { mounted } from "../commands/plugin-command.ts"
import { connectTo, type Options } from "../handlers/accounts/connect.ts"
import { reportOf } from "../handlers/triggers/list.ts"
import { globalFlags, settingsOfFlags } from "../parsing/globals.ts"
import { unusedServices } from "../parsing/unused-services.ts"
import { Settings } from "../settings.ts"

const directory = temporaryDirectories()
const plugins = [sketchPlugin]

let service: SketchProvider
beforeAll(async () => {
  service = await startSketchProvider()
})
afterAll(() => service.close())
afterEach(() => vi.restoreAllMocks())

const setFlags = (more: Record<string, string> = {}) =>
  Object.entries({ ...service.settings, ...more }).map(([name, value]) => `${name}=${value}`)

const connect = (data: string, options: Partial<Options>) =>
  Effect.provideService(
    connectTo(plugins)({
      plugin: "sketch",
      kind: undefined,
      name: undefined,
      set: setFlags(),
      replace: false,
      noCheck: false,
      ...options
    }),
    Settings,
    { json: false, data, database: undefined }
  )

/** Opens the displayed address as the user's browser would, each time that one is shown. */
const agreeing = (browse: (address: string) => Promise<unknown> = (address) => fetch(address)) => {
  const pages: Array<Promise<unknown>> = []
  vi.spyOn(process.stderr, "write").mockImplementation((text, ...rest) => {
    for (const stop of rest) if (typeof stop === "function") stop()
    const address = /http:\S+\/oauth\/authorize\S+/.exec(String(text))?.[0]
    if (address !== undefined) pages.push(browse(address))
    return true
  })
  return pages
}

const signIn = async (data: string, more: Record<string, string> = { property: "7" }) => {
  const pages = agreeing()
  const report = await Effect.runPromise(connect(data, { kind: "sign_in", set: setFlags(more) }))
  const page = (await pages[0]) as Response
  vi.restoreAllMocks()
  return { report, page: await page.text() }
}

const inHub = <A, E>(data: string, effect: Effect.Effect<A, E, Runner | Accounts>) =>
  Effect.runPromise(Effect.provide(effect, Runners.layer(plugins, data)))

const run = (data: string, step: string, input: unknown) =>
  inHub(
    data,
    Effect.flatMap(Runner, (runner) => runner.run(step, input))
  )

const failure = async (outcome: Promise<unknown>) => {
  const error = await outcome.catch((thrown: unknown) => thrown)
  if (error instanceof ProviderError) return error.reason
  throw new Error("it did not fail as a ProviderError")
}

describe("inlay connect", () => {
  it("signs in in a browser, whose page says that it can be closed, and stores what was granted", async () => {
    const data = directory()
    const { report, page } = await signIn(data)
    expect(report.json).toMatchObject({
      plugin: "sketch",
      kind: "sign_in",
      identity: "grace",
      scopes: ["reports.read", "notes.write"],
      settings: { property: "7", week_start: "monday" }
    })
    expect(page).toMatch(/You can close this page/)
    expect(everyFile(data).toString("latin1")).not.toMatch(/canary/)
    expect(await run(data, "sketch_run_report", { metric: "users", days: 1 })).toMatchObject({ rows: [{ value: 10 }] })
    service.expireTokens()
    expect(await run(data, "sketch_add_note", { text: "renewed" })).toMatchObject({ author: "grace" })
  })

  it("stores nothing if the answer is another issuer's, or the user says no", async () => {
    for (const change of ["iss=https://evil.example", "error=access_denied"]) {
      const data = directory()
      void agreeing(async (address) => {
        const response = await fetch(address, { redirect: "manual" })
        const back = new URL(response.headers.get("location") ?? "")
        const [name = "", value = ""] = change.split("=")
        back.searchParams.set(name, value)
        return fetch(back)
      })
      const reason = await failure(Effect.runPromise(connect(data, { kind: "sign_in" })))
      expect(["Refused", "Forbidden"]).toContain(reason._tag)
      expect(reason.nothing).toBe("stored")
      vi.restoreAllMocks()
      const names = Effect.flatMap(Accounts, ({ list }) => list)
      expect(await inHub(data, names)).toEqual([])
    }
  })

  it.each<[Record<string, string>, string, RegExp]>([
    [{ property: "9" }, "property", /There are 7, 8|There are 8, 7/],
    [{ week_start: "friday" }, "week_start", /week_start=VALUE/]
  ])("refuses the choice %j, and says what there is", async (values, field, words) => {
    const data = directory()
    void agreeing()
    const reason = await failure(Effect.runPromise(connect(data, { kind: "sign_in", set: setFlags(values) })))
    expect(reason).toMatchObject({
      _tag: "Invalid",
      fields: [{ field }],
      remedy: { text: expect.stringMatching(words) }
    })
  })

  it("does not sign in by a way that the service has not", async () => {
    const reason = await failure(Effect.runPromise(connect(directory(), { kind: "sign_in", signIn: "device" })))
    expect(reason).toMatchObject({ _tag: "Invalid", what: expect.stringMatching(/by device/) })
  })

  it("accepts a key file by its path, and stores its content", async () => {
    const data = directory()
    const folder = directory()
    mkdirSync(folder, { recursive: true })
    const path = join(folder, "key.json")
    writeFileSync(path, service.keyFile)
    const { client_id: _, sign_in_url: __, ...addresses } = service.settings
    const flags = Object.entries({ ...addresses, property: "7", key_file: path }).map(
      ([name, value]) => `${name}=${value}`
    )
    const report = await Effect.runPromise(connect(data, { kind: "service_account", set: flags }))
    expect(report.json).toMatchObject({ kind: "service_account", identity: "grace" })
    expect(JSON.stringify(report.json)).not.toMatch(/PRIVATE KEY|key\.json/)
    writeFileSync(path, "gone")
    expect(await run(data, "sketch_run_report", { metric: "users", days: 1 })).toMatchObject({ rows: [{ value: 10 }] })
    const missing = flags.map((flag) => flag.replace(/key_file=.*/, "key_file=/no/such/file"))
    expect(
      await failure(Effect.runPromise(connect(directory(), { kind: "service_account", set: missing })))
    ).toMatchObject({
      _tag: "Invalid",
      fields: [{ field: "key_file" }]
    })
  })
})

it("the environment's account is made of the file that its variable names", async () => {
  const folder = directory()
  mkdirSync(folder, { recursive: true })
  const path = join(folder, "key.json")
  writeFileSync(path, service.keyFile)
  const [one] = connected(plugins, { SKETCH_CREDENTIALS: path }, [])
  expect(one?.kind.id).toBe("service_account")
  expect(Redacted.value(one?.account.secrets["key_file"] ?? Redacted.make(""))).toBe(service.keyFile)
})

it("a preview sends nothing", async () => {
  const data = directory()
  await signIn(data)
  const before = service.asked.length
  const preview = Effect.flatMap(Runner, (runner) => runner.preview("sketch_run_report", { metric: "users" }))
  expect(await inHub(data, preview)).toMatchObject({ isFree: true })
  const badPreview = Effect.flatMap(Runner, (runner) => runner.preview("sketch_run_report", { metric: "x" }))
  expect(await failure(inHub(data, badPreview))).toMatchObject({ _tag: "Invalid" })
  expect(service.asked).toHaveLength(before)
})

it("a subcommand of the plugin runs its step, and draws a chart", async () => {
  const data = directory()
  await signIn(data)
  const root = Command.make("inlay").pipe(
    Command.withSubcommands(commands.map((command) => mounted(command, plugins))),
    Command.provideEffect(Settings, settingsOfFlags),
    Command.withGlobalFlags(globalFlags)
  )
  const output = async (...args: ReadonlyArray<string>) => {
    let text = ""
    void agreeing()
    vi.spyOn(process.stdout, "write").mockImplementation((part, ...rest) => {
      text += String(part)
      for (const stop of rest) if (typeof stop === "function") stop()
      return true
    })
    await Effect.runPromise(
      Command.runWith(root, { version: "0" })([...args, "--data", data]).pipe(Effect.provide(unusedServices))
    )
    vi.restoreAllMocks()
    return text
  }
  expect(await output("sketch-report", "sessions", "--days", "3")).toBe(
    [
      "Sessions",
      "the last 3 days",
      "",
      "Total  60",
      "",
      "60 sessions in 3 days.",
      "sessions  ▁▅█  10 to 30",
      "day 1 to day 3",
      "in sessions",
      ""
    ].join("\n")
  )
  const json = await output("sketch-report", "users", "--days", "2", "--json")
  expect(JSON.parse(json)).toMatchObject({ metric: "users", rows: [{ value: 10 }, { value: 20 }] })
})

describe("triggers", () => {
  it("are listed with the best way as one word, and with all of them", () => {
    const { json, text } = reportOf(plugins)
    expect(json).toMatchObject([
      { id: "sketch_new_mention", delivery: "poll", ways: [{ via: "poll" }], events: [], needs: [] },
      {
        id: "sketch_new_note",
        delivery: "webhook",
        ways: [{ via: "webhook" }, { via: "poll" }],
        events: ["note.created"],
        needs: ["notes.write"]
      }
    ])
    expect(text(screenOf({}, {}))).toMatch(/^sketch_new_mention .* poll\nsketch_new_note .* webhook$/m)
  })

  it("start an agent by a hook that the hub's server creates at the service", async () => {
    const data = directory()
    await signIn(data)
    const hub = await startHub(data, { plugins })
    const agent = await startAgent()
    try {
      const token = await hub.token({ manages: true })
      const { json: list } = await hub.call("GET", "/api/accounts", { token })
      const account = `sketch/${list.accounts[0].name}`
      const body = { trigger: "sketch_new_note", account, target: { property: "7" }, url: agent.url }
      const { status, json } = await hub.call("POST", "/api/subscriptions", { token, body })
      expect(status, JSON.stringify(json)).toBe(201)
      agent.expectSecret(json.secret)
      const way = async () =>
        (await hub.call("GET", "/api/subscriptions/health", { token })).json.health[0].way as unknown
      await expect.poll(way, { timeout: 20_000 }).toBe("webhook")
      await service.write("by a hook")
      const [start] = await agent.starts(1)
      expect(start).toMatchObject({
        isSigned: true,
        body: { trigger: "sketch_new_note", source: "webhook", data: { text: "by a hook" } }
      })
    } finally {
      await hub.close()
      await agent.close()
    }
  })

  it("are polled with a connected account, whose token is renewed on the way", async () => {
    const data = directory()
    await signIn(data)
    const poll = (cursor: string | undefined) =>
      inHub(
        data,
        Effect.gen(function* () {
          const account = yield* Accounts.use(({ find }) => find(sketchPlugin))
          const connection = yield* sketchPlugin.connect(account)
          return yield* connection.poll("sketch_new_note", { property: "7" }, cursor)
        }).pipe(Effect.provide(Layer.merge(Node.layer, Spend.layerFree)))
      )
    const { cursor } = await poll(undefined)
    await service.write("news")
    service.expireTokens()
    const { occurrences } = await poll(cursor)
    expect(occurrences).toMatchObject([{ actor: "ada", data: { text: "news" } }])
  })
})
