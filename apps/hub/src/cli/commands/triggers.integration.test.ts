/** `inlay triggers --health`, `test` and `orphans`, beside the server whose database they read. */
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

import issue from "@inlay/codehost/fixtures/events/new-issue.json" with { type: "json" }
import { afterAll, beforeAll, expect, it, vi } from "vitest"

import { eventHub, STARS, type EventHub } from "../../testing/events/hub.ts"
import type { ErrorDocument } from "../../testing/processes/command.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { command, commandJson } from "../../testing/threads/command.ts"

const SOON = { timeout: 20_000 }

const directory = temporaryDirectories()
const at = directory()
let hub: EventHub
let subscription: string
beforeAll(async () => {
  hub = await eventHub({ directory: at, url: undefined })
  const created = await hub.subscribe("codehost_new_issue", { name: "triage", filters: { actor: "linus" } })
  subscription = created.subscription.id
  await vi.waitFor(async () => expect(await hub.codeHost.hooksAt("repos/acme/widgets")).toHaveLength(1), SOON)
  const hook = await hub.hook("repos/acme/widgets")
  await hook.deliver("issues", issue.body)
  await vi.waitFor(async () => {
    const { json } = await hub.api("GET", `/api/subscriptions/${subscription}/events`)
    expect(json.events).toHaveLength(1)
  }, SOON)
})
afterAll(() => hub.close())

const options = () => ({
  env: {
    INLAY_CODEHOST_BASE_URL: hub.codeHost.env.INLAY_CODEHOST_BASE_URL,
    INLAY_CODEHOST_TOKEN: hub.codeHost.env.INLAY_CODEHOST_TOKEN
  }
})

it("says how each subscription is doing in 80 columns, and of one that its owner switched off only that", async () => {
  const well = await commandJson<ReadonlyArray<Record<string, unknown>>>(
    ["triggers", "--health", "--data", at],
    options()
  )
  expect(well.code).toBe(0)
  expect(well.json).toEqual([
    expect.objectContaining({
      subscription,
      name: "triage",
      enabled: true,
      ok: true,
      way: "webhook",
      problems: [],
      limitShare: null
    })
  ])
  await hub.api("PATCH", `/api/subscriptions/${subscription}`, { enabled: false })
  const off = await command(["triggers", "--health", "--data", at], options())
  const { json } = await commandJson(["triggers", "--health", "--data", at], options())
  await hub.api("PATCH", `/api/subscriptions/${subscription}`, { enabled: true })
  expect(off.code).toBe(0)
  expect(off.stdout).toMatch(/^State +Subscription +Target +Way +Started +Waiting +Given up\noff +triage /)
  expect(json).toEqual([expect.objectContaining({ enabled: false, ok: true, problems: [] })])
  expect(Math.max(...off.stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80)
})

it("of many, shows those with a problem first, and says how many there are; as JSON, all", async () => {
  const others = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      hub.subscribe("codehost_new_star", { name: `stars ${n}`, enabled: n < 38, inOrder: false })
    )
  )
  const off = others[39]?.subscription.id ?? ""
  const database = new DatabaseSync(join(at, "inlay.db"))
  database.prepare("UPDATE subscriptions SET disabled_because = 'Its agent is gone.' WHERE id = ?").run(off)
  database.close()
  await vi.waitFor(async () => {
    const { json } = await hub.api("GET", "/api/subscriptions/health")
    expect(json.health.filter(({ settingUp }: { settingUp: unknown }) => settingUp !== null)).toEqual([])
  }, SOON)
  const { stdout, code } = await command(["triggers", "--health", "--data", at], options())
  const { json } = await commandJson<ReadonlyArray<unknown>>(["triggers", "--health", "--data", at], options())
  await Promise.all(others.map(({ subscription: { id } }) => hub.api("DELETE", `/api/subscriptions/${id}`)))
  expect([code, json.length]).toEqual([1, 41])
  expect(stdout).toMatch(/^State .*\nproblem +stars 39 .*\nok +triage /)
  expect(stdout.match(/^(problem|ok) /gm)).toHaveLength(30)
  expect(stdout).toContain(`\nstars 39 (${off})\n`)
  expect(stdout).toMatch(
    /\n\n41 subscriptions: 1 with a problem, 39 well, 1 switched off\. 30 are listed\. With\s`--json`, all\sare\.\n$/
  )
})

it("tries a subscription that is not made, and one that is, and refuses what cannot be", async () => {
  const tried = await commandJson<{ events: ReadonlyArray<{ why: string }>; starting: number }>(
    ["triggers", "test", "codehost_new_issue", "--repo", "acme/widgets", "--filter", "actor=nobody", "--data", at],
    options()
  )
  expect([tried.code, tried.json.starting]).toEqual([0, 0])
  expect(tried.json.events.map(({ why }) => why)).toEqual([expect.stringMatching(/^The actor is \w+, not nobody\.$/)])
  const stored = await command(["triggers", "test", subscription, "--data", at], options())
  expect(stored.stdout).toMatch(/^0 of the last 1 events of the target would have started the agent\.\n/)
  expect(stored.stdout).toMatch(/\nThe example: The actor is \w+, not linus\.\n/)
  const wrong = await commandJson<ErrorDocument>(
    ["triggers", "test", "codehost_new_issue", "--repo", "a/b", "--filter", "x=1", "--data", at],
    options()
  )
  expect([wrong.code, wrong.json.error.fields?.[0]?.field]).toEqual([2, "--filter x"])
  const nowhere = await commandJson<ErrorDocument>(
    ["triggers", "test", "codehost_new_issue", "--repo", "acme/no-such-repository", "--data", at],
    options()
  )
  expect([nowhere.code === 0, nowhere.json.error.reason]).toEqual([false, "NotFound"])
})

it("says of a stored one the ways that it may use, as the API does, and whether its trigger is gone", async () => {
  const token = await hub.token({ accounts: ["codehost/env"], readOnly: true })
  const body = { trigger: "codehost_new_issue", account: "codehost/env", target: STARS.target, url: hub.agent.url }
  const { json: created } = await hub.call("POST", "/api/subscriptions", { token, body })
  const test = ["triggers", "test", created.id, "--data", at]
  const own = await commandJson<{ ways: ReadonlyArray<string> }>(test, options())
  const { sent: _, ...trial } = (await hub.api("POST", `/api/subscriptions/${created.id}/tests`, { send: false })).json
  expect(own.json).toEqual(trial)
  expect(own.json.ways).not.toContain("webhook")
  const database = new DatabaseSync(join(at, "inlay.db"))
  const store = (trigger: string, target: object) =>
    database
      .prepare("UPDATE subscriptions SET trigger_id = ?, target = ? WHERE id = ?")
      .run(trigger, JSON.stringify(target), created.id)
  store("codehost_project_item_status_changed", { org: "acme" })
  expect((await command(test, options())).stdout).toMatch(/\nNo delivery method is available for its events\.\n$/)
  store("codehost_gone", {})
  database.close()
  const gone = await commandJson<ErrorDocument>(test, options())
  await hub.api("DELETE", `/api/subscriptions/${created.id}`)
  expect(gone.json.error.message).toMatch(/^This hub no longer has the subscription's trigger\./)
})

it("lists orphaned hooks, and removes only this hub's unless --all is given", async () => {
  const place = "repos/acme/widgets"
  const leaveHook = (origin: string) => hub.codeHost.leaveHook(place, `${origin}/webhooks/${"a".repeat(43)}`)
  const own = await leaveHook(hub.url)
  const foreign = await leaveHook("https://old.example")
  const args = ["triggers", "orphans", "--url", hub.url, "--data", at]
  const listed = await commandJson<{ orphans: ReadonlyArray<unknown> }>(args, options())
  expect(listed.json.orphans).toEqual([
    expect.objectContaining({ id: own, place, ownAddress: true, removed: false }),
    expect.objectContaining({ id: foreign, ownAddress: false, removed: false })
  ])
  const idsLeft = async () =>
    (await hub.codeHost.hooksAt(place)).map(({ id }) => String(id)).filter((id) => id === own || id === foreign)
  expect((await command([...args, "--remove"], options())).stdout).toBe("1 of 2 removed.\n")
  expect(await idsLeft()).toEqual([foreign])
  await command([...args, "--remove", "--all"], options())
  expect(await idsLeft()).toEqual([])
})

it("fails if it could not read the hooks of an account", async () => {
  const badToken = { env: { ...options().env, INLAY_CODEHOST_TOKEN: "no-such-token" } }
  const { code, stdout } = await command(["triggers", "orphans", "--url", hub.url, "--data", at], badToken)
  expect(code).toBe(1)
  expect(stdout).toMatch(
    /^No orphaned hooks at the places that could be read\.\ncodehost\/env, repos\/\S+ cannot be read: /
  )
})

it("says of each orphaned hook that it could not remove why, and fails", async () => {
  const place = "repos/acme/widgets"
  const ids = await Promise.all(
    ["b", "c"].map((letter) => hub.codeHost.leaveHook(place, `${hub.url}/webhooks/${letter.repeat(43)}`))
  )
  const readOnly = { env: { ...options().env, INLAY_CODEHOST_READ_ONLY: "true" } }
  const args = ["triggers", "orphans", "--url", hub.url, "--remove", "--data", at]
  const refused = await command(args, readOnly)
  expect([refused.code, refused.stderr]).toEqual([1, ""])
  expect(refused.stdout).toMatch(/^0 of 2 removed\.\n/)
  for (const id of ids) expect(refused.stdout).toContain(`\ncodehost/env, ${place}: ${id} cannot be removed: `)
  expect((await command(args, options())).stdout).toBe("2 of 2 removed.\n")
})
