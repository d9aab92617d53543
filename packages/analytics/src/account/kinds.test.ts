import { generateKeyPairSync } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"

import { fromEnvironment } from "@inlay/agent-plugin/Environment"
import { begin } from "@inlay/agent-plugin/SignIn"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { describe, expect, it, onTestFinished } from "vitest"

import { sandboxed, SHOP } from "../../tests/sandbox.ts"
import { scopes } from "../vendors.ts"
import { accessToken, accountKinds, refreshToken, serviceAccount, signedIn } from "./kinds.ts"
import { settingsOf } from "./settings.ts"

const { account, control, ready, runtime, sandbox } = sandboxed()

const keyFile = async () => JSON.stringify(await (await fetch(`${sandbox().control}/service-account`)).json())

/** Approves or denies a sign-in as a person does on the consent page. */
const decide = async (url: URL, decision: string) => {
  const form = new URLSearchParams(url.search)
  for (const scope of (form.get("scope") ?? "").split(" ")) form.append("granted", scope)
  form.set("decision", decision)
  const response = await fetch(`${url.origin}${url.pathname}`, { method: "POST", body: form, redirect: "manual" })
  return new URL(response.headers.get("location") ?? "about:blank").searchParams
}

const redirectUri = "http://127.0.0.1:49152/callback"

describe("the account of the environment", () => {
  const plugin = { id: "analytics", accountKinds }
  it.each([
    [{ INLAY_ANALYTICS_ACCESS_TOKEN: "t" }, "token"],
    [
      {
        INLAY_ANALYTICS_CLIENT_ID: "c",
        INLAY_ANALYTICS_CLIENT_SECRET: "s",
        INLAY_ANALYTICS_REFRESH_TOKEN: "r"
      },
      "refresh_token"
    ],
    [{ INLAY_ANALYTICS_DATA_BASE_URL: "https://a.example", GOOGLE_APPLICATION_CREDENTIALS: "k" }, "service_account"]
  ])("%j is of the kind %s", (env, kind) => {
    expect(fromEnvironment(plugin, env, () => "{}")?.kind).toBe(kind)
  })

  // gcloud's own sign-in, and Terraform's, use the same variable.
  it("is made of the variable of other programs alone if that is a service account's key", async () => {
    const key = await keyFile()
    const read = (file: string | undefined) =>
      fromEnvironment(plugin, { GOOGLE_APPLICATION_CREDENTIALS: "k" }, () => file)
    expect(read(key)).toMatchObject({ kind: "service_account", standsBack: true })
    expect([read('{"type":"authorized_user"}'), read("{}"), read(undefined)]).toEqual([undefined, undefined, undefined])
  })
})

describe("settings", () => {
  it.each([
    [{ data_base_url: "http://api.example" }, "Refused", /plain http/],
    [{ admin_base_url: "http://api.example" }, "Refused", /plain http/],
    [{ access_token: "" }, "Unauthorized", /no access token/],
    [{ properties: "1234, UA-1" }, "Invalid", /properties/]
  ])("%j are refused before anything is sent", (values, tag, words) => {
    const refused = settingsOf(account(accessToken, values))
    expect(Result.isFailure(refused) && refused.failure.reason).toMatchObject({ _tag: tag })
    expect(Result.isFailure(refused) && refused.failure.message).toMatch(words)
  })

  it("refuse a key file that does not belong to a service account", () => {
    const wrong = serviceAccount.validate(account(serviceAccount, { key_file: '{"type":"authorized_user"}' }))
    expect(Result.isFailure(wrong) && wrong.failure.reason).toMatchObject({
      _tag: "Invalid",
      fields: [{ field: "key_file", message: expect.stringContaining("service_account") }]
    })
  })
})

describe("check", () => {
  it("reports what the account can access, with a note if it can only read", async () => {
    const report = await runtime.runPromise(accessToken.check(account(accessToken)))
    expect(report).toMatchObject({
      ok: true,
      identity: expect.stringContaining("Harbour"),
      limits: [{ label: "Properties" }],
      problems: [],
      notes: [expect.stringMatching(/^The account can only read properties\/\d+: changes need/)]
    })
    const readOnly = await runtime.runPromise(accessToken.check(account(accessToken, { read_only: "true" })))
    expect(readOnly.notes).toEqual([])
  })

  it("names properties that it is limited to but cannot access", async () => {
    const report = await runtime.runPromise(accessToken.check(account(accessToken, { properties: `${SHOP} 999` })))
    expect(report.ok).toBe(false)
    expect(report.problems[0]?.what).toContain("properties/999")
  })

  it("says what is wrong with a token, and does not repeat it", async () => {
    const report = await runtime.runPromise(accessToken.check(account(accessToken, { access_token: "wrong-token-1" })))
    expect(report).toMatchObject({ ok: false, problems: [{ remedy: { to: "renewKey" } }] })
    expect(JSON.stringify(report)).not.toContain("wrong-token-1")
  })

  it.each(["admin", "data", "data, admin"])("names an API that is not turned on, and where: %s", async (services) => {
    await control("/settings", { disabledServices: services })
    const report = await runtime.runPromise(accessToken.check(account(accessToken, { properties: SHOP })))
    expect(report.ok).toBe(false)
    expect(report.problems).toMatchObject([
      { what: expect.stringMatching(/https:\/\/console\..*api/), remedy: { to: "changeSetting" } }
    ])
  })

  it("reports a Data API base URL that does not respond", async () => {
    const elsewhere = account(accessToken, { data_base_url: "http://127.0.0.1:1" })
    expect(await runtime.runPromise(accessToken.check(elsewhere))).toMatchObject({ ok: false, problems: [{}] })
  })

  it("shows the scopes that were granted, and says if they do not allow changes", async () => {
    const unknown = await runtime.runPromise(accessToken.check(account(accessToken)))
    expect(unknown.scopes).toEqual([])
    const grant = await control("/grants", { readOnly: true })
    const minted = await ready(refreshToken, account(refreshToken, grant))
    const report = await runtime.runPromise(refreshToken.check(minted))
    expect(report).toMatchObject({ ok: true, scopes: [scopes.read] })
    expect(report.notes?.join(" ")).toContain(`does not allow changes: it lacks the scope ${scopes.edit}`)
    const signed = { ...account(accessToken), scopes: [scopes.read, scopes.edit] }
    const whole = await runtime.runPromise(signedIn.check(signed))
    expect(whole.scopes).toEqual([scopes.read, scopes.edit])
    expect(whole.notes?.join(" ")).not.toContain("lacks the scope")
  })

  it("says that a sign-in without the scope of reports is of no use", async () => {
    const { token } = await control("/tokens", { token: "edits-only", scopes: [scopes.edit] })
    expect(await runtime.runPromise(accessToken.check(account(accessToken, { access_token: token })))).toMatchObject({
      ok: false,
      problems: [{ what: expect.stringContaining(scopes.read), remedy: { to: "signInAgain" } }]
    })
  })

  it("uses no property's quota", async () => {
    await runtime.runPromise(accessToken.check(account(accessToken)))
    const charged = (await control("/calls")).calls.map(({ tokens }: { tokens: number }) => tokens)
    expect(charged.every((tokens: number | null) => (tokens ?? 0) === 0)).toBe(true)
    expect(charged.length).toBeGreaterThan(1)
  })
})

describe("a service account", () => {
  it("creates its tokens, requests only the scopes that it needs, and is identified by its e-mail address", async () => {
    const connected = account(serviceAccount, { key_file: await keyFile(), read_only: "true" })
    expect(Result.isSuccess(serviceAccount.validate(connected))).toBe(true)
    const report = await runtime.runPromise(serviceAccount.check(await ready(serviceAccount, connected)))
    expect(report.identity).toContain("gserviceaccount")
    expect(report.scopes).toEqual([expect.stringContaining("readonly")])
  })

  it("whose key was deleted needs a new key, not a sign-in", async () => {
    const { privateKey } = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
      publicKeyEncoding: { type: "spki", format: "pem" }
    })
    const file = JSON.stringify({ ...JSON.parse(await keyFile()), private_key: privateKey })
    const connected = await ready(serviceAccount, account(serviceAccount, { key_file: file }))
    const report = await runtime.runPromise(serviceAccount.check(connected))
    expect(report).toMatchObject({
      ok: false,
      problems: [{ what: expect.stringMatching(/key.*clock/), remedy: { to: "renewKey" } }]
    })
  })
})

describe("a refresh token", () => {
  it("is exchanged for tokens, and revoked on request", async () => {
    const grant = await control("/grants", {})
    const connected = account(refreshToken, grant)
    const withToken = await ready(refreshToken, connected)
    const notesAfter = async (days: number) => {
      const connectedMillis = Date.now() - days * 86_400_000
      return (await runtime.runPromise(refreshToken.check({ ...withToken, connectedMillis }))).notes?.join(" ")
    }
    expect(await runtime.runPromise(refreshToken.check(withToken))).toMatchObject({ ok: true })
    expect(await notesAfter(1)).toMatch(/in testing, sign-ins expire after 7 days/)
    expect(await notesAfter(8)).not.toMatch(/in testing/)
    expect(await runtime.runPromise(refreshToken.revoke?.(withToken) ?? Effect.die("none"))).toEqual({ revoked: true })
    const after = await runtime.runPromise(refreshToken.check(await ready(refreshToken, connected)))
    expect(after).toMatchObject({ ok: false, problems: [{ what: expect.stringMatching(/sign-in/) }] })
    expect(after.notes).toEqual([expect.stringMatching(/in testing/)])
  })

  it("is not revoked if the service revokes only some of its tokens, or if none is there", async () => {
    const server = createServer((request, response) => {
      const answer = (body: string) => {
        if (new URLSearchParams(body).get("token") === "refresh") response.end()
        else response.writeHead(400).end('{"error":"unsupported_token_type"}')
      }
      void text(request).then(answer)
    })
    onTestFinished(() => void server.close())
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const revoke_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/revoke`
    const revoke = (...tokens: ReadonlyArray<string>) => {
      const secrets = Object.fromEntries(tokens.map((token) => [token, Redacted.make(token)]))
      const one = { ...account(refreshToken, { revoke_url }), secrets }
      return runtime.runPromise(refreshToken.revoke?.(one) ?? Effect.die("none"))
    }
    const left = { revoked: false, left: expect.stringContaining("remove the app") }
    expect(await revoke("refresh")).toEqual({ revoked: true })
    expect(await revoke("refresh", "access")).toEqual(left)
    expect(await revoke()).toEqual(left)
  })
})

it("sign-ins through one OAuth client share a consent, which ends with any of them", async () => {
  const { client_id, client_secret, refresh_token } = await control("/grants", {})
  const values = { client_id, client_secret }
  const signed = signedIn.consent?.(account(signedIn, values))
  expect(signed).toBe(refreshToken.consent?.(account(refreshToken, { ...values, refresh_token })))
  expect(signed).not.toBe(signedIn.consent?.(account(signedIn, { ...values, client_id: "another" })))
  expect(serviceAccount.consent).toBeUndefined()
})

describe("a sign-in in a browser", () => {
  const starting = async (values: Readonly<Record<string, string>> = {}) => {
    const { client_id, client_secret } = await control("/clients")
    const connected = account(signedIn, { client_id, client_secret, access_token: "", ...values })
    return {
      connected,
      session: await runtime.runPromise(begin(signedIn.signIn?.browser ?? expect.fail(), connected, redirectUri))
    }
  }

  it("returns a working access token and a refresh token", async () => {
    const { connected, session } = await starting()
    expect(session.url.searchParams.get("access_type")).toBe("offline")
    const grant = await runtime.runPromise(session.finish(await decide(session.url, "approve")))
    const token = Redacted.value(grant.accessToken)
    expect(
      await runtime.runPromise(signedIn.check({ ...connected, secrets: { token: Redacted.make(token) } }))
    ).toMatchObject({
      ok: true
    })
    const again = await runtime.runPromise(
      signedIn.signIn?.refresh?.(connected, grant.refreshToken ?? expect.fail()) ?? Effect.die("none")
    )
    expect(Redacted.value(again.accessToken)).not.toBe(token)
  })

  it("that is denied reports it", async () => {
    const { session } = await starting()
    const error = await runtime.runPromise(Effect.flip(session.finish(await decide(session.url, "deny"))))
    expect(error.reason).toMatchObject({ _tag: "Forbidden", what: expect.stringContaining("refused in the browser") })
  })

  it("accepts no answer with a different state, issuer or port, and none twice", async () => {
    const { session } = await starting()
    const answer = await decide(session.url, "approve")
    const changed = (name: string, value: string) => {
      const other = new URLSearchParams(answer)
      other.set(name, value)
      return other
    }
    const refusal = (query: URLSearchParams) => runtime.runPromise(Effect.flip(session.finish(query)))
    expect((await refusal(changed("state", "x"))).reason._tag).toBe("Refused")
    const other = await starting()
    const foreign = new URLSearchParams(await decide(other.session.url, "approve"))
    foreign.set("iss", "https://elsewhere.example")
    expect((await runtime.runPromise(Effect.flip(other.session.finish(foreign)))).reason._tag).toBe("Refused")
    await runtime.runPromise(session.finish(answer))
    expect((await refusal(answer)).reason._tag).toBe("Refused")
  })

  it("without a client id is refused before the browser opens", async () => {
    const connected = account(signedIn, { access_token: "" })
    const error = await runtime.runPromise(
      Effect.flip(begin(signedIn.signIn?.browser ?? expect.fail(), connected, redirectUri))
    )
    expect(error.reason).toMatchObject({ _tag: "Invalid", fields: [{ field: "client_id" }] })
  })
})
