/** Pending browser sign-ins at the sandbox of the analytics service, for tests that play the browser. */
import { connect } from "node:net"

import { make as makeAccount } from "@inlay/agent-plugin/Account"
import { begin, type BrowserSession, type Grant } from "@inlay/agent-plugin/SignIn"
import { startSandbox, type RunningSandbox } from "@inlay/analytics-sandbox"
import * as NodeTransport from "@inlay/core-http/node"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { afterAll, beforeAll, beforeEach, expect } from "vitest"

import { listen } from "../accounts/loopback.ts"
import { plugins } from "../plugins.gen.ts"

const plugin = plugins.find(({ id }) => id === "analytics") ?? expect.fail("no analytics")
const kind = plugin.accountKinds.find(({ id }) => id === "sign_in") ?? expect.fail("no sign-in")
const browser = kind.signIn?.browser ?? expect.fail("no sign-in in a browser")

/** Sends text to the port and returns the status of the response, or 0 if there is none. */
export const send = (port: string, text: string): Promise<number> =>
  new Promise((resolve) => {
    let answer = ""
    const socket = connect(Number(port), "127.0.0.1", () => socket.end(text))
    socket.setEncoding("latin1").on("data", (part: string) => (answer += part))
    socket.on("error", () => resolve(0))
    socket.on("close", () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)))
  })

/** An HTTP request to be sent as text. */
export interface Request {
  readonly method?: string
  /** The request target exactly as in the request line. */
  readonly target: string
  readonly headers?: ReadonlyArray<string>
  readonly body?: string
}

/** A sign-in that waits for the browser. */
export interface Scene {
  readonly session: BrowserSession
  readonly redirectUri: string
  readonly host: string
  readonly port: string
  readonly state: string
  /** Sends a request to the port and returns the status. */
  readonly ask: (request: Request) => Promise<number>
  /** Returns to the redirect address with query parameters, as the browser does. */
  readonly bring: (answer: URLSearchParams) => Promise<number>
  /** The result of the sign-in; undefined while it waits. */
  readonly outcome: () => Result.Result<Grant, ProviderError> | undefined
  /**
   * The parameters with which an honest browser returns after its user has agreed.
   * @param changes changes to the parameters of the address that it opens
   */
  readonly agreed: (changes?: Readonly<Record<string, string | undefined>>) => Promise<URLSearchParams>
}

/** Agrees on the consent page like a person, and returns the query of the address that it redirects to. */
const agree = async (address: URL): Promise<URLSearchParams> => {
  const form = new URLSearchParams(address.search)
  for (const scope of (form.get("scope") ?? "").split(" ")) form.append("granted", scope)
  form.set("decision", "approve")
  const response = await fetch(`${address.origin}${address.pathname}`, {
    method: "POST",
    body: form,
    redirect: "manual"
  })
  return new URL(response.headers.get("location") ?? expect.fail(await response.text())).searchParams
}

const changed = (address: URL, changes: Readonly<Record<string, string | undefined>>): URL => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  return url
}

/** Starts a sandbox for a file's tests, and resets it before each. */
export const browserSignIns = () => {
  let running: RunningSandbox | undefined
  const sandbox = () => running ?? expect.fail("the sandbox has not started")
  const runtime = ManagedRuntime.make(NodeTransport.layer)
  beforeAll(async () => {
    running = await startSandbox()
  })
  beforeEach(() => control("/reset", {}))
  afterAll(() => runtime.dispose())
  afterAll(() => running?.close())

  const control = async (path: string, body?: object) => {
    const response = await fetch(sandbox().control + path, body && { method: "POST", body: JSON.stringify(body) })
    return (await response.json()) as Readonly<Record<string, string>>
  }

  const accountOf = async () => {
    const { client_id = "", client_secret = "" } = await control("/clients")
    const { analyticsAccounts, analyticsAdmin, analyticsData } = sandbox().urls
    const values = {
      client_id,
      client_secret,
      data_base_url: analyticsData,
      admin_base_url: analyticsAdmin,
      sign_in_url: `${analyticsAccounts}/o/oauth2/v2/auth`,
      token_url: `${analyticsAccounts}/token`
    }
    return makeAccount({ plugin: "analytics", name: "main", kind, values, revision: "1" })
  }

  /** Starts a sign-in and runs the test in it; the sign-in ends with the test. */
  const within = async (scene: (scene: Scene) => Promise<void>): Promise<void> => {
    const account = await accountOf()
    await runtime.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const { redirectUri, answerTo } = yield* listen
          const session = yield* begin(browser, account, redirectUri)
          let outcome: Result.Result<Grant, ProviderError> | undefined
          const ending = Effect.map(Effect.result(Effect.flatMap(answerTo(session), session.finish)), (result) => {
            outcome = result
          })
          yield* Effect.forkChild(ending, { startImmediately: true })
          const { host, port } = new URL(redirectUri)
          const state = session.url.searchParams.get("state") ?? ""
          const ask = ({ method = "GET", target, headers = [`Host: ${host}`], body = "" }: Request) =>
            send(port, [`${method} ${target} HTTP/1.1`, ...headers, "Connection: close", "", body].join("\r\n"))
          yield* Effect.promise(() =>
            scene({
              session,
              redirectUri,
              host,
              port,
              state,
              ask,
              bring: (answer) => ask({ target: `/callback?${answer.toString()}` }),
              outcome: () => outcome,
              agreed: (changes = {}) => agree(changed(session.url, changes))
            })
          )
        })
      )
    )
  }

  const expectGrant = async ({ outcome }: Scene): Promise<void> => {
    await expect.poll(() => outcome()?._tag).toBe("Success")
    const result = outcome()
    const token = result !== undefined && Result.isSuccess(result) ? Redacted.value(result.success.accessToken) : ""
    const response = await fetch(`${sandbox().urls.analyticsAdmin}/v1beta/accountSummaries`, {
      headers: { authorization: `Bearer ${token}` }
    })
    expect(response.status).toBe(200)
  }

  return { sandbox, control, runtime, within, expectGrant }
}
