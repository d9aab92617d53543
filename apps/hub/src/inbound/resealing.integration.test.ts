/**
 * What happens to the secrets of hooks and subscriptions, and to the keys for agents' sign-in, when the vault's key is
 * rotated or lost.
 */
import { randomBytes } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"

import { expect, it, onTestFinished } from "vitest"

import { signingKeys } from "../agents/sign-in/keys.ts"
import { keyFile } from "../storage/paths.ts"
import { signatureOf, hubForTest } from "../testing/events/hub.ts"
import { inlayJson } from "../testing/processes/command.ts"
import { temporaryDirectories } from "../testing/temporary.ts"

const SOON = { timeout: 20_000 }
const PLACE = "repos/acme/widgets"

const directory = temporaryDirectories()

/** A stopped hub with a hook and a subscription. */
const stopped = async () => {
  const at = directory()
  const hub = await hubForTest({ directory: at, url: undefined })
  await hub.subscribe("codehost_new_star")
  const { codeHost } = hub
  await expect.poll(async () => (await codeHost.hooksAt(PLACE)).length, SOON).toBe(1)
  await hub.stop()
  const again = async () => {
    const next = await hub.again()
    onTestFinished(next.close)
    await expect.poll(async () => (await codeHost.hooksAt(PLACE))[0]?.url, SOON).toContain(next.url)
    return next
  }
  let stars = 0
  /** Whether the service signs star deliveries with this secret. */
  const isSignedWith = async (secret: string) => {
    await codeHost.control("/stars", { login: "grace" })
    stars++
    await expect.poll(codeHost.underWay, SOON).toBe(0)
    const { body, signature } = await codeHost.lastSent()
    await codeHost.control("/stars", { login: "grace", starred: false })
    await expect.poll(codeHost.underWay, SOON).toBe(0)
    return signature === signatureOf(secret, body)
  }
  return { at, hub, again, isSignedWith, stars: () => stars }
}

it("go over to a new key with the accounts, so that the old one may go", async () => {
  const { at, hub, again } = await stopped()
  const [old = ""] = readFileSync(keyFile(at), "utf8").trim().split("\n")
  const { code, json } = await inlayJson(["accounts", "rotate-key", "--data", at])
  expect([code, json]).toEqual([0, expect.objectContaining({ ok: true, accounts: 0, hooks: 1, subscriptions: 1 })])
  const keys = readFileSync(keyFile(at), "utf8").trim().split("\n")
  expect([keys.length, keys.includes(old)]).toEqual([1, false])
  await again()
  await hub.codeHost.control("/stars", { login: "grace" })
  const [start] = await hub.agent.starts(1)
  expect([start?.isSigned, start?.body.source]).toEqual([true, "webhook"])
})

it("keep agents' sign-in as it is under the new key: cookies, and the key that its metadata names", async () => {
  const at = directory()
  const hub = await hubForTest({ directory: at, url: undefined })
  const keys = () => hub.run(signingKeys)
  const before = await keys()
  const [old = ""] = readFileSync(keyFile(at), "utf8").trim().split("\n")
  const { code } = await inlayJson(["accounts", "rotate-key", "--data", at])
  const remaining = readFileSync(keyFile(at), "utf8").trim().split("\n")
  expect([code, remaining.length, remaining.includes(old)]).toEqual([0, 1, false])
  expect(await keys()).toEqual(before)
})

it("of a hook that is exchanged by hand is told to the service, and the one before counts meanwhile", async () => {
  const { hub, again, isSignedWith, stars } = await stopped()
  const next = await again()
  const token = await next.token({ manages: true })
  const { json } = await next.call("GET", "/api/hooks", { token })
  const rotated = await next.call("POST", `/api/hooks/${json.hooks[0].id}/secret`, { token })
  expect(rotated.status).toBe(201)
  const { secret } = rotated.json
  await expect.poll(() => isSignedWith(secret), SOON).toBe(true)
  await hub.agent.starts(stars())
  expect(hub.agent.all.every(({ body }) => body.source === "webhook")).toBe(true)
})

it("of a hook that is exchanged once more while the service is told is told, too", async () => {
  const { hub, again, isSignedWith } = await stopped()
  const { codeHost } = hub
  const next = await again()
  const token = await next.token({ manages: true })
  const { json } = await next.call("GET", "/api/hooks", { token })
  const rotate = async (): Promise<string> =>
    (await next.call("POST", `/api/hooks/${json.hooks[0].id}/secret`, { token })).json.secret
  const changes = async () => {
    const { calls } = await codeHost.control<{ readonly calls: ReadonlyArray<{ readonly method: string }> }>("/calls")
    return calls.filter(({ method }) => method === "PATCH").length
  }
  const before = await changes()
  await codeHost.control("/settings", { latencyMs: 300 })
  await rotate()
  await expect.poll(changes, { ...SOON, interval: 20 }).toBeGreaterThan(before)
  const secret = await rotate()
  await codeHost.control("/settings", { latencyMs: 0 })
  await expect.poll(() => isSignedWith(secret), { timeout: 8_000 }).toBe(true)
})

it("of a hook that no key opens any more is exchanged at the service", async () => {
  const { at, hub, again } = await stopped()
  writeFileSync(keyFile(at), `${randomBytes(32).toString("base64")}\n`, { mode: 0o600 })
  const next = await again()
  const accepted = async () => {
    const { json } = await next.call("GET", "/api/hooks", { token: await next.token({ manages: true }) })
    return json.hooks.map(({ problem }: { readonly problem: unknown }) => problem)
  }
  await expect.poll(accepted, SOON).toEqual([null])
  expect(await hub.codeHost.hooksAt(PLACE)).toHaveLength(1)
})
