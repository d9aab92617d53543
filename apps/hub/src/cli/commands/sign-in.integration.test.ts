/**
 * Signing in with the real command and the code host's sandbox: approved, denied, expired; renewed once; revoked at the
 * end.
 */
import { spawn } from "node:child_process"

import { startSandbox, type RunningSandbox } from "@inlay/codehost-sandbox"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"

import { callAtOnce } from "../../testing/processes/callers.ts"
import { main, environment, type ErrorDocument } from "../../testing/processes/command.ts"
import { shortPauses } from "../../testing/processes/short-pauses.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { commandJson } from "../../testing/threads/command.ts"
import { everyFile } from "../../testing/vault-world.ts"

const directory = temporaryDirectories()
/** An app of the sandbox whose tokens expire after 8 hours and can be renewed. */
const CLIENT_ID = "Iv23liSandboxExpire1"
/** Another one, whose tokens do not expire. */
const LASTING_CLIENT_ID = "Ov23liSandboxOauthA1"
const EIGHT_HOURS = 8 * 3_600

let running: RunningSandbox | undefined
beforeAll(async () => {
  running = await startSandbox()
})
afterAll(() => running?.close())

const sandbox = () => {
  if (running === undefined) throw new Error("the sandbox has not started")
  return running
}

const control = async (path: string, body?: object) => {
  const response = await fetch(sandbox().control + path, body && { method: "POST", body: JSON.stringify(body) })
  return (await response.json()) as Record<string, unknown>
}

beforeEach(async () => {
  await control("/reset", {})
  await control("/device/interval", { seconds: 0 })
})

/** Runs `inlay connect` and calls `decide` when it shows its code. One test polls at the real pace. */
const signIn = async (
  at: string,
  decide: (code: string, stop: () => void) => unknown,
  nodeArgs: ReadonlyArray<string> = shortPauses,
  clientId = CLIENT_ID
) => {
  const child = spawn(
    process.execPath,
    [...nodeArgs, main, "connect", "codehost", "--kind", "sign_in", "--data", at, "--json"],
    {
      env: environment({
        INLAY_CODEHOST_BASE_URL: sandbox().urls.codehost,
        INLAY_CODEHOST_SIGN_IN_URL: sandbox().urls.codehostWeb,
        INLAY_CODEHOST_CLIENT_ID: clientId
      }),
      stdio: ["ignore", "pipe", "pipe"]
    }
  )
  let stdout = ""
  let stderr = ""
  const page = Promise.withResolvers<string>()
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text))
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text
    const code = /and enter +(\S+)/.exec(stderr)?.[1]
    if (code !== undefined) page.resolve(code)
  })
  const exitCode = new Promise<number | null>((resolve) => child.on("close", resolve))
  const userCode = await Promise.race([page.promise, exitCode.then(() => Promise.reject(new Error(stdout + stderr)))])
  await decide(userCode, () => child.kill("SIGINT"))
  const code = await exitCode
  return { code, stderr, stdout, json: JSON.parse(stdout) as Record<string, unknown> & ErrorDocument }
}

const approve = (code: string) => control("/device/approve", { user_code: code })
const accounts = async (at: string) =>
  (await commandJson<ReadonlyArray<Record<string, unknown>>>(["accounts", "--data", at])).json
const info = { owner: "acme", repo: "widgets" }
const run = (at: string) =>
  commandJson<Record<string, unknown> & ErrorDocument>([
    "run",
    "codehost_get_repository_info",
    "--input",
    JSON.stringify(info),
    "--data",
    at
  ])

describe("a sign-in", () => {
  it("shows where to go and which code to enter, and stores the account when its user has agreed", async () => {
    const at = directory()
    const { code, json, stderr } = await signIn(at, approve, [])
    expect([code, json]).toMatchObject([
      0,
      { plugin: "codehost", name: "main", kind: "sign_in", identity: "mona", problems: [] }
    ])
    expect(stderr).toContain(`Open       ${sandbox().urls.codehostWeb}/login/device`)
    // It renews itself, so it ends with its refresh token.
    expect(new Date(String(json["expiresAt"])).getTime()).toBeGreaterThan(Date.now() + 2 * EIGHT_HOURS * 1000)
    const [account] = await accounts(at)
    expect(account).toMatchObject({ source: "vault", secrets: ["token"], ok: true, expiresAt: json["expiresAt"] })
    expect((await run(at)).json["full_name"]).toBe("acme/widgets")
    expect(everyFile(at).toString("latin1")).not.toMatch(/gh[opsur]_/)
  })

  it("that is refused says so, and stores nothing", async () => {
    const at = directory()
    const { code, json } = await signIn(at, (userCode) => control("/device/deny", { user_code: userCode }))
    expect([code, json.error.reason]).toEqual([1, "Forbidden"])
    expect(json.error.message).toMatch(/Nothing was stored/)
    expect(await accounts(at)).toEqual([])
  })

  it("that comes too late says so, and stores nothing", async () => {
    const at = directory()
    const { code, json } = await signIn(at, () => control("/clock", { advanceSeconds: 3_600 }))
    expect([code, json.error.reason]).toEqual([1, "Unauthorized"])
    expect(json.error.message).toMatch(/expired/)
    expect(await accounts(at)).toEqual([])
  })

  it("that is given up stores nothing", async () => {
    const at = directory()
    const { code, json } = await signIn(at, (_, stop) => stop())
    expect([code, json.error.message]).toEqual([130, "Stopped. Nothing was stored."])
    expect(await accounts(at)).toEqual([])
  })
})

/** `pnpm test:full` uses 4. */
const PROCESSES = Number(process.env["INLAY_PROCESSES"] ?? 2)

describe("a signed-in account's token that has run out", () => {
  it(`is renewed once by ${PROCESSES} processes of 100 calls each`, async () => {
    const at = directory()
    await signIn(at, approve)
    await control("/clock", { advanceSeconds: EIGHT_HOURS + 60 })
    const place = { directory: at, url: undefined }
    const outcomes = await callAtOnce(PROCESSES, place, 100, "codehost_get_repository_info", info)
    expect([outcomes.length, new Set(outcomes)]).toEqual([PROCESSES * 100, new Set(["ok"])])
    expect(await control("/refreshes")).toMatchObject({ total: 1, renewed: 1 })
  })
})

it("a sign-in that does not expire and was revoked is not said to have expired", async () => {
  const at = directory()
  expect((await signIn(at, approve, shortPauses, LASTING_CLIENT_ID)).json["expiresAt"]).toBeNull()
  await control("/reset", {})
  const { error } = (await run(at)).json
  expect(error).toMatchObject({ reason: "Unauthorized", fix: expect.stringContaining("Sign in again") })
  expect(error.message).toMatch(/its token is no longer accepted, and the provider issued no refresh token/)
})

describe("inlay disconnect", () => {
  it("keeps an account that cannot be revoked now, unless by force", async () => {
    const at = directory()
    const otherSandbox = await startSandbox()
    const previousSandbox = running
    running = otherSandbox
    try {
      await control("/device/interval", { seconds: 0 })
      await signIn(at, approve)
    } finally {
      running = previousSandbox
      await otherSandbox.close()
    }
    const disconnect = (...more: ReadonlyArray<string>) =>
      commandJson<ErrorDocument & Record<string, unknown>>(["disconnect", "main", "--data", at, ...more])
    const refusal = await disconnect()
    expect([refusal.code, refusal.json.error.reason]).toEqual([1, "Transport"])
    expect(refusal.json.error.message).toMatch(/stays connected.*--force/)
    expect(await accounts(at)).toHaveLength(1)
    const result = await disconnect("--force")
    expect([result.code, result.json["revoked"], result.json["left"]]).toEqual([
      0,
      false,
      expect.stringContaining("still work")
    ])
    expect(await accounts(at)).toEqual([])
  })

  it("revokes a sign-in at the service", async () => {
    const at = directory()
    await signIn(at, approve)
    const { code, json } = await commandJson<Record<string, unknown>>(["disconnect", "codehost/main", "--data", at])
    expect([code, json]).toEqual([
      0,
      { ok: true, plugin: "codehost", name: "main", revoked: true, left: null, subscriptions: [] }
    ])
    expect(await accounts(at)).toEqual([])
  })
})
