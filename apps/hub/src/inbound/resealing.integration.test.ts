/** Secrets of hooks and subscriptions where the vault's key is exchanged, or lost. */
import { randomBytes } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"

import { afterEach, expect, it } from "vitest"

import { keyFile } from "../accounts/vault/secret-key.ts"
import { eventHub, signatureOf } from "../testing/events/hub.ts"
import { inlayJson } from "../testing/processes/command.ts"
import { temporaryDirectories } from "../testing/temporary.ts"

const SOON = { timeout: 20_000 }
const PLACE = "repos/acme/widgets"
/** Who has not starred it. */
const PEOPLE = ["barbara", "grace", "hubot", "margaret"]

const directory = temporaryDirectories()
const closing: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** A hub that has a hook and a subscription, stopped. */
const stopped = async () => {
  const at = directory()
  const hub = await eventHub({ directory: at, url: undefined })
  closing.push(hub.close)
  await hub.subscribe("codehost_new_star")
  const { codeHost } = hub
  await expect.poll(async () => (await codeHost.hooksAt(PLACE)).length, SOON).toBe(1)
  await hub.stop()
  const again = async () => {
    const next = await hub.again()
    closing.push(next.close)
    await expect.poll(async () => (await codeHost.hooksAt(PLACE))[0]?.url, SOON).toContain(next.url)
    return next
  }
  /** What the service sends of a star, and whether it signs it with this secret. */
  const isSignedWith = async (secret: string, login: string) => {
    await codeHost.control("/stars", { login })
    await expect.poll(codeHost.underWay, SOON).toBe(0)
    const { body, signature } = await codeHost.lastSent()
    return signature === signatureOf(secret, body)
  }
  return { at, hub, again, isSignedWith }
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

it("of a hook that is exchanged by hand is told to the service, and the one before counts meanwhile", async () => {
  const { hub, again, isSignedWith } = await stopped()
  const next = await again()
  const token = await next.token({ manages: true })
  const { json } = await next.call("GET", "/api/hooks", { token })
  const rotated = await next.call("POST", `/api/hooks/${json.hooks[0].id}/secret`, { token })
  expect(rotated.status).toBe(201)
  const { secret } = rotated.json
  const logins = PEOPLE.values()
  await expect.poll(() => isSignedWith(secret, logins.next().value ?? ""), SOON).toBe(true)
  await hub.agent.starts(PEOPLE.length - [...logins].length)
  expect(hub.agent.all.every(({ body }) => body.source === "webhook")).toBe(true)
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
