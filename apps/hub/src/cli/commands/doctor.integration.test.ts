/** `inlay doctor`: its findings, advice and exit code. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"

import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"

import { StoredAccounts } from "../../accounts/StoredAccounts.ts"
import { inlay, inlayJson } from "../../testing/processes/command.ts"
import { command, commandJson } from "../../testing/threads/command.ts"
import { withAccounts } from "../../testing/vault-world.ts"
import { world } from "../../testing/world.ts"

const { sandbox, control, env, directory } = world()

interface Checkup {
  readonly ok: boolean
  readonly data: { readonly ok: boolean; readonly directory: string }
  readonly accounts: ReadonlyArray<{
    readonly ok: boolean
    readonly spentToday: number | null
    readonly limits: ReadonlyArray<{ readonly label: string; readonly value: string }>
    readonly problems: ReadonlyArray<{ readonly what: string; readonly fix: string }>
  }>
  readonly problems: ReadonlyArray<{ readonly fix: string }>
}

const doctor = (variables: Record<string, string>) => commandJson<Checkup>(["doctor"], { env: variables })

describe("inlay doctor", () => {
  it("finds nothing to fix, and shows limits, caps and what was spent", async () => {
    const here = env({ INLAY_SALESDATA_CAP_DAY: "5000" })
    const person = JSON.stringify(sandbox().examples["salesdata_people_enrichment"]?.match[0])
    await command(["run", "salesdata_people_enrichment", "--input", person], { env: here })
    const charges = await control("GET", "/charges")
    const { code, json, stderr } = await inlayJson<Checkup>(["doctor"], { env: here })
    expect(await control("GET", "/charges")).toEqual(charges)
    expect([code, json.ok, json.data, stderr]).toEqual([0, true, expect.objectContaining({ ok: true }), ""])
    expect(json.accounts[0]?.spentToday).toBeGreaterThan(0)
    expect(json.accounts[0]?.limits.map(({ label }) => label)).toEqual(["Rate limit", "Day cap"])
    const report = await inlay(["doctor"], { env: here })
    expect(report.stdout).toMatch(/Day cap +5,000 credits[^]*Spent today +\d credits?[^]*Nothing to fix\.\n$/)
  })

  it.each([
    ["a wrong key", { INLAY_SALESDATA_API_KEY: "canary-wrong-key" }, /rejected/],
    ["a provider that is not there", { INLAY_SALESDATA_BASE_URL: "http://127.0.0.1:1/api" }, /No connection/],
    ["a missing key", { INLAY_SALESDATA_API_KEY: "" }, /not given/],
    ["plain http", { INLAY_SALESDATA_BASE_URL: "http://api.example" }, /plain http/]
  ])("says what to fix: %s", async (_, variables, what) => {
    const here = env(variables)
    const [{ code, json, stdout }, report] = await Promise.all([doctor(here), command(["doctor"], { env: here })])
    expect([code, json.ok, json.accounts[0]?.ok]).toEqual([1, false, false])
    expect(json.accounts[0]?.problems[0]?.what).toMatch(what)
    expect(json.accounts[0]?.problems[0]?.fix).not.toBe("")
    expect([report.code, report.stdout]).toEqual([
      1,
      expect.stringMatching(/problem +salesdata\/env[^]*1 problem to fix/)
    ])
    expect(stdout + report.stdout + report.stderr).not.toContain("canary")
  })

  it("says that the secret key is not usable, before anything is stored with it", async () => {
    const here = env({ INLAY_SECRET_KEY: "canary-key" })
    const { code, json, stdout } = await doctor(here)
    const problem = { what: expect.stringMatching(/^INLAY_SECRET_KEY holds no usable key: .*not 32 bytes/) as string }
    const vault = { ok: false, problems: [expect.objectContaining(problem)] }
    expect([code, json]).toEqual([1, expect.objectContaining({ ok: false, vault: expect.objectContaining(vault) })])
    const report = await command(["doctor"], { env: here })
    expect(report.stdout).toMatch(
      /^problem +Vault\n[^]*INLAY_SECRET_KEY holds no usable key[^]*openssl[^]*1 problem to fix/m
    )
    expect(stdout + report.stdout).not.toContain("canary")
    const usable = env({ INLAY_SECRET_KEY: Buffer.alloc(32, 7).toString("base64") })
    expect((await doctor(usable)).json.ok).toBe(true)
  })

  it("says how to connect each integration, in a line of its own, if no account is connected", async () => {
    const { code, stdout } = await command(["doctor"], { env: { INLAY_DATA: directory() } })
    expect(code).toBe(1)
    for (const id of ["analytics", "codehost", "salesdata"]) {
      expect(stdout).toMatch(new RegExp(`^ {11}[A-Z][a-z ]+ \\(beta\\): Run \`inlay connect ${id}\``, "m"))
    }
  })

  it("checks no account of a variable that other programs use beside a stored one, also if that cannot be opened", async () => {
    const at = directory()
    const content = { plugin: "analytics", kind: "token", name: "main", settings: {} }
    const secrets = { access_token: Redacted.make("token") }
    await withAccounts(
      at,
      StoredAccounts.use(({ save }) => save({ ...content, secrets }))
    )
    const key = { private_key: "-----BEGIN PRIVATE KEY-----AAAA-----END PRIVATE KEY-----" }
    const of = { type: "service_account", client_email: "a@b.example", token_uri: "http://127.0.0.1:1/" }
    const file = join(directory(), "key.json")
    writeFileSync(file, JSON.stringify({ ...of, ...key }))
    const otherKey = { INLAY_SECRET_KEY: Buffer.alloc(32, 7).toString("base64") }
    const { json } = await doctor({ INLAY_DATA: at, GOOGLE_APPLICATION_CREDENTIALS: file, ...otherKey })
    expect(json).toMatchObject({ accounts: [], vault: { accounts: 1, ok: false } })
  })

  it("checks accounts even if the data directory cannot be used", async () => {
    const file = join(directory(), "file")
    writeFileSync(file, "")
    const { code, json } = await doctor(env({ INLAY_DATA: join(file, "below") }))
    expect([code, json.data.ok, json.accounts[0]?.ok, json.accounts[0]?.spentToday]).toEqual([1, false, true, null])
  })

  it("does not say that no account is connected if it could not read which ones are", async () => {
    const at = directory()
    writeFileSync(join(at, "file"), "")
    const { code, json } = await doctor({ INLAY_DATA: join(at, "file") })
    expect([code, json.data.ok, json.problems]).toEqual([1, false, []])
  })

  it("says how to connect the first account", async () => {
    const { code, json } = await doctor({ INLAY_DATA: directory() })
    expect([code, json.accounts]).toEqual([1, []])
    expect(json.problems[0]?.fix).toContain("INLAY_SALESDATA_API_KEY")
  })
})
