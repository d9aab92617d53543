/**
 * A real server with accounts whose providers reveal the secrets: no client of the server receives a secret, and none
 * is stored in plain text.
 */
import { look } from "@inlay/core-http/testing/canaries"
import { leakNames, startLeakyProvider, type LeakyProvider } from "@inlay/core-http/testing/leaky-provider"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import type { Content } from "../../accounts/stored-account.ts"
import { StoredAccounts } from "../../accounts/StoredAccounts.ts"
import { plugins } from "../../plugins.gen.ts"
import { startHub, type Answer, type RunningHub } from "../hub-server.ts"
import { temporaryDirectories } from "../temporary.ts"
import { everyFile } from "../vault-world.ts"
import { buggy } from "./faults.ts"

const AT_ONCE = 4
/** The slow provider takes longer to answer than a call may last. */
const LEAKS = leakNames.filter((name) => name !== "slow")

/** All kinds of account secrets in turn: keys, tokens, client secrets, refresh tokens. */
const contents: ReadonlyArray<(name: string, secret: string, origin: string) => Content> = [
  (name, secret, origin) => ({
    plugin: "salesdata",
    name,
    kind: "api_key",
    settings: { base_url: `${origin}/v1` },
    secrets: { api_key: Redacted.make(secret) }
  }),
  (name, secret, origin) => ({
    plugin: "codehost",
    name,
    kind: "token",
    settings: { base_url: `${origin}/v1` },
    secrets: { token: Redacted.make(secret) }
  }),
  (name, secret, origin) => ({
    plugin: "analytics",
    name,
    kind: "sign_in",
    settings: {
      client_id: "client",
      data_base_url: `${origin}/v1`,
      admin_base_url: `${origin}/v1`,
      sign_in_url: `${origin}/auth`,
      token_url: `${origin}/token`,
      revoke_url: `${origin}/revoke`
    },
    secrets: { token: Redacted.make(secret), client_secret: Redacted.make(secret) },
    grant: { expiresAtMillis: Date.now() + 3_600_000, refreshToken: Redacted.make(secret), scopes: [] }
  }),
  (name, secret, origin) => ({
    plugin: "buggy",
    name,
    kind: "api_key",
    settings: { base_url: `${origin}/v1` },
    secrets: { api_key: Redacted.make(secret) }
  })
]

const PAGES = [
  "/",
  ...["accounts", "plugins", "tools", "runs", "usage", "tokens"].map((name) => `/api/${name}`),
  "/metrics"
]
const DEFECTS = ["an error", "a text", "a value", "a parser", "several errors"]

const textOf = ({ status, headers, text }: Answer): string =>
  [String(status), ...[...headers].map(([name, value]) => `${name}: ${value}`), text].join("\n")

/** Everything that clients can learn about an account, from calls of every route that names it. */
const askAll = async (hub: RunningHub, token: string, { plugin, name }: Content, secret: string, number: number) => {
  const ask = async (method: string, path: string, body?: unknown) =>
    textOf(await hub.call(method, path, { token, ...(body !== undefined && { body }) }))
  const account = `/api/accounts/${plugin}/${name}`
  const run = (tool: string, input: object) => ask("POST", `/api/tools/${tool}/runs`, { input, account: name })
  const mcp = (tool: string, input: object) =>
    hub
      .call("POST", "/mcp", {
        token,
        headers: { accept: "application/json, text/event-stream" },
        body: {
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: tool, arguments: { ...input, account: name } }
        }
      })
      .then(textOf)
  const leak = (of: number) => LEAKS[(number * 3 + of) % LEAKS.length] ?? "headers-200"
  const call = (by: string, of: number) => ({ method: "GET", endpoint: `/${by}/${leak(of)}` })
  const tool = `${plugin}_api_call`
  const parts =
    plugin === "buggy"
      ? DEFECTS.flatMap((how) => [run("buggy_break", { how }), mcp("buggy_break", { how })])
      : [
          ...[0, 1, 2].map((of) => run(tool, call("http", of))),
          mcp(tool, call("mcp", 3)),
          ask("POST", `/api/tools/${tool}/previews`, { input: call("http", 0), account: name }),
          // As if somebody pasted the secret into the wrong field.
          run(tool, { method: "POST", endpoint: "/x", body: { secret }, headers: { [secret]: secret } }),
          mcp(tool, { endpoint: secret, [secret]: 1 }),
          run(encodeURIComponent(secret), {})
        ]
  return [
    ...(await Promise.all(parts)),
    await ask("POST", `${account}/check`),
    await ask("PATCH", account, { values: { base_url: `http://me:${encodeURIComponent(secret)}@127.0.0.1:1` } }),
    await ask("GET", `${account}/removal`)
  ].join("\n")
}

/** Call it at the top level of a test file. */
export const serverSuite = (secrets: ReadonlyArray<string>, timeoutMillis: number): void => {
  const directory = temporaryDirectories()
  const log: Array<string> = []
  /** Keyed by the secret that the answers must not contain. */
  const answers = new Map<string, string>()
  const own: Array<string> = []
  let provider: LeakyProvider
  let hub: RunningHub
  let at: string
  let pages = ""
  let providerText = ""
  let inPages = look("")
  let inLog = look("")
  let inFiles = look("")

  beforeAll(async () => {
    provider = await startLeakyProvider()
    at = directory()
    hub = await startHub(at, { plugins: [...plugins, buggy], log: (line) => void log.push(line) })
    const token = await hub.token({ manages: true })
    const link = await hub.link()
    const opened = await hub.call("POST", "/api/session", { headers: { origin: hub.url }, body: { link } })
    const cookie = opened.headers.getSetCookie()[0]?.split(";", 1)[0] ?? ""
    own.push(token, link, cookie.split("=")[1] ?? "")
    const queue = [...secrets.entries()]
    const work = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const [number, secret] = next
        const content = contents[number % contents.length]?.(`a${number}`, secret, provider.origin)
        if (content === undefined) throw new Error("there is no such account")
        await hub.run(StoredAccounts.use((accounts) => Effect.asVoid(accounts.save(content))))
        answers.set(secret, await askAll(hub, token, content, secret, number))
        providerText += provider.said()
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    for (const page of PAGES) pages += textOf(await hub.call("GET", page, { headers: { cookie } }))
    inPages = look(pages)
    inLog = look(log.join(""))
    inFiles = look(everyFile(at).toString("latin1"))
  }, timeoutMillis)
  afterAll(async () => {
    await hub.close()
    await provider.close()
  })

  describe(`${secrets.length} secrets of accounts`, () => {
    it("are in no answer of the API or MCP, and on no page", () => {
      for (const [secret, text] of answers) {
        expect([secret, look(text)(secret), inPages(secret)]).toEqual([secret, [], []])
      }
      expect(answers.size).toBe(secrets.length)
    })

    it("are in no line of the log, and in no file", () => {
      for (const secret of secrets) expect([secret, inLog(secret), inFiles(secret)]).toEqual([secret, [], []])
      expect(log.length).toBeGreaterThan(secrets.length)
      expect(pages).toContain("/a1")
    })

    it("were there to be found: in what the providers said", () => {
      const heard = secrets.filter((secret) => providerText.includes(secret))
      expect(heard.length).toBeGreaterThan(secrets.length / 2)
      expect([...answers.values()].filter((text) => text.includes("<redacted>")).length).toBeGreaterThan(
        secrets.length / 2
      )
    })
  })

  it("its own tokens, links and cookies are in no file, log line or page", () => {
    for (const secret of own) {
      expect(secret.length).toBeGreaterThan(20)
      expect([inLog(secret), inFiles(secret), inPages(secret)]).toEqual([[], [], []])
    }
  })
}
