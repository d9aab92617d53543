/** Secrets of hooks and subscriptions where the vault's key is exchanged, or lost. */
import { randomBytes } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"

import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import { afterEach, expect, it } from "vitest"

import { keyFile } from "../accounts/vault/secret-key.ts"
import { eventHub, signatureOf } from "../testing/events/hub.ts"
import { inlayJson } from "../testing/processes/command.ts"
import { temporaryDirectories } from "../testing/temporary.ts"

const SOON = { timeout: 20_000 }
const PLACE = "repos/acme/widgets"

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
  await expect.poll(() => hub.service.hooksAt(PLACE).length, SOON).toBe(1)
  await hub.stop()
  const again = async () => {
    const next = await hub.again()
    closing.push(next.close)
    return next
  }
  const [, hookId = ""] = /\/webhooks\/(\w+)$/.exec(hub.service.hooksAt(PLACE)[0]?.config.url ?? "") ?? []
  /** As the service signs it. */
  const deliver = (next: Awaited<ReturnType<typeof again>>, second: number) => {
    const body = JSON.stringify({ ...star.body, starred_at: `2026-06-01T00:00:0${second}Z` })
    return next.call("POST", `/webhooks/${hookId}`, {
      body,
      headers: {
        "content-type": "application/json",
        "x-github-event": "star",
        "x-github-delivery": crypto.randomUUID(),
        "x-hub-signature-256": signatureOf(hub.service.hooksAt(PLACE)[0]?.config.secret ?? "", body)
      }
    })
  }
  return { at, hub, again, deliver }
}

it("go over to a new key with the accounts, so that the old one may go", async () => {
  const { at, hub, again, deliver } = await stopped()
  const [old = ""] = readFileSync(keyFile(at), "utf8").trim().split("\n")
  const { code, json } = await inlayJson(["accounts", "rotate-key", "--data", at])
  expect([code, json]).toEqual([0, expect.objectContaining({ ok: true, accounts: 0, hooks: 1, subscriptions: 1 })])
  const keys = readFileSync(keyFile(at), "utf8").trim().split("\n")
  expect([keys.length, keys.includes(old)]).toEqual([1, false])
  const next = await again()
  expect((await deliver(next, 1)).status).toBe(202)
  const [start] = await hub.agent.starts(1)
  expect(start?.isSigned).toBe(true)
})

it("of a hook that is exchanged by hand is told to the service, and the one before counts meanwhile", async () => {
  const { hub, again, deliver } = await stopped()
  const next = await again()
  const token = await next.token({ manages: true })
  const { json } = await next.call("GET", "/api/hooks", { token })
  const before = hub.service.hooksAt(PLACE)[0]?.config.secret
  const rotated = await next.call("POST", `/api/hooks/${json.hooks[0].id}/secret`, { token })
  expect([rotated.status, (await deliver(next, 1)).status]).toEqual([201, 202])
  await expect.poll(() => hub.service.hooksAt(PLACE)[0]?.config.secret, SOON).toBe(rotated.json.secret)
  expect(before).not.toBe(rotated.json.secret)
  expect((await deliver(next, 2)).status).toBe(202)
})

it("of a hook that no key opens any more is exchanged at the service", async () => {
  const { at, hub, again, deliver } = await stopped()
  const before = hub.service.hooksAt(PLACE)[0]?.config.secret
  writeFileSync(keyFile(at), `${randomBytes(32).toString("base64")}\n`, { mode: 0o600 })
  const next = await again()
  await expect.poll(() => hub.service.hooksAt(PLACE)[0]?.config.secret, SOON).not.toBe(before)
  expect(hub.service.hooksAt(PLACE)).toHaveLength(1)
  await expect.poll(async () => (await deliver(next, 2)).status, SOON).toBe(202)
})
