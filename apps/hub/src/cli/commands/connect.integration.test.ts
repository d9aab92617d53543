/**
 * `inlay connect`, `accounts` and `disconnect` as used by programs: what is stored, what is refused, and what remains.
 */
import { chmodSync, existsSync, readdirSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"

import { beforeEach, describe, expect, it } from "vitest"

import { inlayJson, type ErrorDocument } from "../../testing/processes/command.ts"
import { command, commandJson } from "../../testing/threads/command.ts"
import { everyFile, look, tamper } from "../../testing/vault-world.ts"
import { world } from "../../testing/world.ts"

const { sandbox, control, calls, reset, directory } = world()
beforeEach(({ task }) => (task.concurrent === true ? undefined : reset()))

const KEY = "sandbox-key-not-a-secret"

const base = () => sandbox().env["INLAY_SALESDATA_BASE_URL"] ?? ""
const connect = (
  at: string,
  args: ReadonlyArray<string> = [],
  stdin: string = `${KEY}\n`,
  env: Record<string, string> = {},
  run = commandJson
) =>
  run<Connected & ErrorDocument>(["connect", "salesdata", "--set", `base_url=${base()}`, "--data", at, ...args], {
    stdin,
    env
  })

interface Connected {
  readonly plugin: string
  readonly name: string
  readonly kind: string
  readonly replaced: boolean
  readonly checked: boolean
  readonly settings: Readonly<Record<string, string>>
}

interface Listed {
  readonly name: string
  readonly source: string
  readonly ok: boolean
  readonly secrets: ReadonlyArray<string>
}

const accounts = (at: string, env = {}, run = commandJson) =>
  run<ReadonlyArray<Listed> & ErrorDocument>(["accounts", "--data", at], { env })
const person = () => JSON.stringify(sandbox().examples["salesdata_people_enrichment"]?.match[0])

describe("inlay connect", () => {
  it("checks an account for free and stores it; steps run with it, and nothing says its key", async () => {
    const at = directory()
    const connection = await connect(at, [], `${KEY}\n`, {}, inlayJson)
    expect([connection.code, connection.stderr]).toEqual([0, ""])
    expect(connection.json).toMatchObject({
      plugin: "salesdata",
      name: "main",
      kind: "api_key",
      checked: true,
      replaced: false
    })
    expect((await calls()).length).toBeGreaterThan(0)
    const accountsList = await accounts(at, {}, inlayJson)
    expect(accountsList.json).toEqual([
      expect.objectContaining({ name: "main", source: "vault", ok: true, secrets: ["api_key"] })
    ])
    const ran = await inlayJson<{ match: boolean }>([
      "run",
      "salesdata_people_enrichment",
      "--input",
      person(),
      "--data",
      at
    ])
    expect([ran.code, ran.json.match]).toEqual([0, true])
    const all = [connection, accountsList, ran].map(({ stdout, stderr }) => stdout + stderr).join("")
    expect([all.includes(KEY), everyFile(at).includes(KEY)]).toEqual([false, false])
  })

  it.each([
    ["lines of field=value", `api_key=${KEY}\r\n`],
    ["the bare secret, blanks around it", `  ${KEY} \n\n`]
  ])("reads %s", async (_, stdin) => {
    expect((await connect(directory(), [], stdin)).code).toBe(0)
  })

  it("refuses a secret as an argument before anything else, and does not repeat it", async () => {
    const at = join(directory(), "not-made")
    const refusal = await connect(at, ["--set", "api_key=canary-argument-1", "--name", "!", "--kind", "none"])
    expect([refusal.code, refusal.json.error.reason]).toEqual([1, "Refused"])
    for (const [expected, ...args] of [
      [2, "canary-argument-2"],
      [2, "--set", "canary-argument-3"],
      [2, "--set", "canary-argument-4=x"],
      [2, "--key=canary-argument-5"]
    ] as const) {
      const { code, stdout, stderr } = await connect(at, args)
      expect([args, code, (stdout + stderr).includes("canary-argument")]).toEqual([args, expected, false])
    }
    expect(refusal.stdout + refusal.stderr).not.toContain("canary")
    expect([existsSync(at), await calls()]).toEqual([false, []])
  })

  it("knows the plugin that was meant", async () => {
    const { json } = await commandJson<ErrorDocument>(["connect", "salesdat"])
    expect(json.error).toMatchObject({ reason: "NotFound", known: expect.arrayContaining(["salesdata"]) })
  })

  it("replaces on request, keeping the settings that are not given", async () => {
    const at = directory()
    await connect(at, ["--set", "cap_day=50"])
    const again = await connect(at)
    expect(again.json.error).toMatchObject({ reason: "Conflict", fix: expect.stringContaining("--replace") })
    const replacement = await connect(at, ["--replace", "--set", "cap_run=5"])
    expect(replacement.json).toMatchObject({ replaced: true, settings: { cap_day: "50", cap_run: "5" } })
    expect((await accounts(at)).json).toHaveLength(1)
  })

  it("stores without checking on request", async () => {
    const at = directory()
    const { code, json } = await connect(at, ["--no-check"], "some-key-or-other")
    expect([code, json.checked, await calls()]).toEqual([0, false, []])
    const checkup = await commandJson<{ accounts: ReadonlyArray<{ problems: ReadonlyArray<{ what: string }> }> }>([
      "doctor",
      "--data",
      at
    ])
    expect([checkup.code, checkup.json.accounts[0]?.problems[0]?.what]).toEqual([
      1,
      expect.stringContaining("rejected")
    ])
  })
})

it("whose credits are used up is not said to have a wrong key", async () => {
  await control("POST", "/settings", { balance: 0 })
  const { error } = (await connect(directory())).json
  expect([error.reason, error.message]).toEqual(["QuotaExhausted", expect.stringContaining("credits")])
})

describe.concurrent("an account that is wrong in any part", () => {
  it.each<[string, ReadonlyArray<string>, string, RegExp]>([
    ["no secret", [], "", /api_key is required.*standard input/],
    ["a number that is none", ["--set", "cap_day=many"], KEY, /cap_day must be a number/],
    ["an address that is none", ["--set", "base_url=nowhere"], KEY, /base_url must be an http or https address/],
    ["plain http to elsewhere", ["--set", "base_url=http://api.example"], KEY, /plain http.*Nothing was stored/],
    ["a key that the provider rejects", [], "canary-wrong-key", /rejected.*Nothing was stored/],
    ["a provider that is not there", ["--set", "base_url=http://127.0.0.1:1"], KEY, /Nothing was stored/],
    ["two lines for one secret", [], "one-secret\nanother-secret", /line 1, must be of the form field=value/],
    ["a name with capitals", ["--name", "Main"], KEY, /--name must be 1 to 40 characters/],
    ["the environment's name", ["--name", "env"], KEY, /--name must not be env/],
    ["an unknown kind", ["--kind", "oauth"], KEY, /Name one of: api_key/]
  ])("is not stored: %s", async (_, args, stdin, words) => {
    const at = directory()
    const { code, json, stdout } = await connect(at, args, stdin)
    const expected = json.error.message.startsWith("--") ? 2 : 1
    expect([code, json.error.message]).toEqual([expected, expect.stringMatching(words)])
    expect(stdout).not.toMatch(/canary|one-secret/)
    expect((await accounts(at)).json).toEqual([])
    expect(readdirSync(at).includes("secret.key")).toBe(false)
  })

  it.each([
    ["rejects its key", [], "canary-wrong-key", "Unauthorized"],
    ["is not there", ["--set", "base_url=http://127.0.0.1:1"], KEY, "Transport"]
  ])("fails for the reason that its provider %s", async (_, args, stdin, reason) => {
    expect((await connect(directory(), args, stdin)).json.error.reason).toBe(reason)
  })

  it.each<[string, string, number, string]>([
    ["salesdata", "a page", 200, "Decode"],
    ["codehost", "a website", 406, "Invalid"],
    ["codehost", "a server that rejects every request", 400, "Invalid"],
    ["salesdata", "a redirect to the right address", 301, "Refused"]
  ])("of %s fails for the reason that %s is at its base address", async (plugin, _, status, reason) => {
    const page = createServer((_request, response) =>
      response.writeHead(status, { location: "https://api.example/" }).end(status === 200 ? "<html></html>" : "")
    )
    await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve))
    const { port } = page.address() as AddressInfo
    const args = ["connect", plugin, "--data", directory(), "--set", `base_url=http://127.0.0.1:${port}`]
    const { code, json } = await commandJson<ErrorDocument>(args, { stdin: KEY })
    page.close()
    expect([code, json.error.reason]).toEqual([1, reason])
    expect(json.error.fix).toMatch(status === 400 ? /Correct the input/ : /base address/)
  })
})

describe("several accounts", () => {
  it("are distinguished by name, share the spending of one key, and coexist with the environment's", async () => {
    const at = directory()
    for (const name of ["work", "home"]) await connect(at, ["--name", name])
    const env = sandbox().env
    expect((await accounts(at, env)).json.map(({ name, source }) => [name, source])).toEqual([
      ["env", "environment"],
      ["home", "vault"],
      ["work", "vault"]
    ])
    const run = (args: ReadonlyArray<string>) =>
      commandJson<ErrorDocument>(["run", "salesdata_people_enrichment", "--input", person(), "--data", at, ...args])
    expect((await run([])).json.error).toMatchObject({ reason: "NotFound", known: ["home", "work"] })
    expect((await run(["--account", "work"])).code).toBe(0)
    const { json } = await commandJson<{ accounts: ReadonlyArray<{ name: string; spentToday: number }> }>([
      "doctor",
      "--data",
      at
    ])
    expect(json.accounts.map(({ name, spentToday }) => [name, spentToday > 0])).toEqual([
      ["home", true],
      ["work", true]
    ])
  })
})

describe("a vault that does not open", () => {
  it.each<[string, (at: string) => void, RegExp]>([
    ["no key", (at) => rmSync(join(at, "secret.key")), /no key to decrypt it/],
    ["a key file that others can read", (at) => chmodSync(join(at, "secret.key"), 0o640), /chmod 600/],
    [
      "an address that somebody changed",
      (at) => tamper(at, (db) => db.exec("UPDATE accounts SET settings = '{}'")),
      /salesdata\/main was changed/
    ]
  ])("sends nothing by its accounts, lists them, and stops no other: %s", async (_, harm, words) => {
    const at = directory()
    await connect(at)
    harm(at)
    await reset()
    const run = (account: string) => {
      const accountFlags = account === "" ? [] : ["--account", account]
      return commandJson<ErrorDocument>(
        ["run", "salesdata_people_enrichment", ...accountFlags, "--input", person(), "--data", at],
        { env: sandbox().env }
      )
    }
    expect((await run("main")).json.error).toMatchObject({ reason: "Refused", message: expect.stringMatching(words) })
    // The account must still be named.
    expect((await run("")).json.error).toMatchObject({ reason: "NotFound" })
    expect(await calls()).toEqual([])
    const accountsList = await commandJson<
      ReadonlyArray<{ name: string; ok: boolean; problems: ReadonlyArray<object> }>
    >(["accounts", "--data", at], { env: sandbox().env })
    expect([accountsList.code, accountsList.json.map(({ name, ok }) => [name, ok])]).toEqual([
      1,
      [
        ["env", true],
        ["main", false]
      ]
    ])
    expect(JSON.stringify(accountsList.json[1]?.problems)).toMatch(words)
    expect((await run("env")).code).toBe(0)
    expect(await calls()).toHaveLength(1)
    const { json } = await commandJson<{
      vault: { ok: boolean; problems: ReadonlyArray<unknown> }
      accounts: ReadonlyArray<Listed>
    }>(["doctor", "--data", at], { env: sandbox().env })
    // The environment's account is still checked.
    expect([json.vault.ok, json.vault.problems.length, json.accounts.map(({ ok }) => ok)]).toEqual([false, 1, [true]])
  })

  it("does not exist if nothing was stored: no key is needed", async () => {
    const at = directory()
    const env = { ...sandbox().env, INLAY_SECRET_KEY: "unusable" }
    const { code } = await command(["run", "salesdata_people_enrichment", "--input", person(), "--data", at], { env })
    expect(code).toBe(0)
    expect((await connect(at, [], KEY, env)).json.error.message).toMatch(
      /INLAY_SECRET_KEY holds no usable key.*openssl/
    )
  })
})

describe("inlay disconnect", () => {
  const disconnect = (at: string, args: ReadonlyArray<string>, env: Record<string, string> = {}) =>
    commandJson<{ revoked: boolean; left: string | null } & ErrorDocument>(["disconnect", ...args, "--data", at], {
      env
    })
  const rowsOf = (at: string, table: string) =>
    tamper(at, (database) => Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.["n"]))

  it("removes the account, its secrets and its cached answers, and keeps what it spent", async () => {
    const at = directory()
    for (const name of ["main", "main-2"]) {
      await connect(at, ["--name", name])
      await command(["run", "salesdata_people_enrichment", "--input", person(), "--account", name, "--data", at])
    }
    const ledgerRows = rowsOf(at, "ledger")
    expect([ledgerRows > 0, rowsOf(at, "lookups")]).toEqual([true, 2])
    const { code, json } = await disconnect(at, ["salesdata/main"])
    expect([code, json]).toEqual([
      0,
      expect.objectContaining({ revoked: false, left: expect.stringContaining("delete them there") })
    ])
    expect([await look(at), rowsOf(at, "secrets"), rowsOf(at, "lookups"), rowsOf(at, "ledger")]).toEqual([
      [`main-2=${KEY}`],
      1,
      1,
      ledgerRows
    ])
  })

  it("suggests names near an unknown one, and says where env comes from", async () => {
    const at = directory()
    await connect(at)
    expect((await disconnect(at, ["mian"])).json.error).toMatchObject({ reason: "NotFound", known: ["salesdata/main"] })
    expect((await disconnect(at, ["env"])).json.error).toMatchObject({
      reason: "NotFound",
      message: expect.stringMatching(/no environment variables/)
    })
    const set = { INLAY_CODEHOST_TOKEN: "any" }
    for (const name of ["env", "codehost/env"]) {
      expect((await disconnect(at, [name], set)).json.error).toMatchObject({
        reason: "Conflict",
        message: expect.stringMatching(/INLAY_CODEHOST_TOKEN/)
      })
    }
    expect(await look(at)).toEqual([`main=${KEY}`])
  })

  it("removes an account that does not open only with --force", async () => {
    const at = directory()
    await connect(at)
    tamper(at, (database) => database.exec("UPDATE accounts SET kind = 'other'"))
    expect((await disconnect(at, ["main"])).json.error.message).toMatch(/was changed.*--force/)
    expect((await disconnect(at, ["main", "--force"])).code).toBe(0)
    expect((await accounts(at)).json).toEqual([])
  })
})
