/** Whoever removes an account, its subscriptions end with it: a later account of its name starts none of them. */
import { expect, it } from "vitest"

import { hubForTest } from "../testing/events/hub.ts"
import { temporaryDirectories } from "../testing/temporary.ts"
import { command, commandJson } from "../testing/threads/command.ts"
import { tamper } from "../testing/vault-world.ts"

const SOON = { timeout: 20_000 }
const directory = temporaryDirectories()

/** A running hub with the account `codehost/work`, whose subscription waits to send an event again. */
const hubOf = async () => {
  const at = directory()
  const hub = await hubForTest({ directory: at, url: undefined })
  const values = {
    base_url: hub.codeHost.env["INLAY_CODEHOST_BASE_URL"],
    token: hub.codeHost.env["INLAY_CODEHOST_TOKEN"]
  }
  expect(
    (await hub.api("POST", "/api/accounts", { plugin: "codehost", kind: "token", name: "work", values })).status
  ).toBe(201)
  hub.agent.answers((response) => void response.writeHead(503).end())
  const { subscription } = await hub.subscribe("codehost_new_star", { account: "codehost/work", name: "stars" })
  await hub.subscribe("codehost_new_issue", { name: "others" })
  await expect.poll(async () => (await hub.codeHost.hooksAt("repos/acme/widgets")).length, SOON).toBe(2)
  await hub.codeHost.control("/stars", { login: "grace" })
  await hub.agent.starts(1)
  const states = async () => {
    const { subscriptions } = (await hub.api("GET", "/api/subscriptions")).json
    const deliveries = (await hub.api("GET", "/api/deliveries")).json.items
    return { subscriptions, deliveries }
  }
  return { at, hub, id: subscription.id, states }
}

const ended = (why: string) => ({
  subscriptions: [
    { name: "stars", enabled: false, disabledBecause: why },
    { name: "others", enabled: true }
  ],
  deliveries: [{ state: "dead", why }]
})

it("by inlay disconnect, which names them", async () => {
  const { at, hub, id, states } = await hubOf()
  await hub.api("POST", "/api/tokens", { name: "agent", grant: { readOnly: false, accounts: ["codehost/work"] } })
  const removal = await commandJson<object>(["disconnect", "codehost/work", "--data", at])
  expect(await states()).toMatchObject(ended("Its account was removed."))
  expect([removal.code, removal.json]).toMatchObject([0, { subscriptions: [{ id, name: "stars" }] }])
  expect((await command(["tokens", "--data", at])).stdout).toMatch(/ agent +no account /)
})

it("by inlay doctor --repair, which names them", async () => {
  const { at, states } = await hubOf()
  tamper(at, (database) =>
    database.exec("UPDATE accounts SET created_millis = 9223372036854775807 WHERE name = 'work'")
  )
  const repair = await commandJson<object>(["doctor", "--repair", "--data", at])
  expect(await states()).toMatchObject(ended("Its account was set aside by `inlay doctor --repair`."))
  expect(repair.json).toMatchObject({
    data: {
      repaired: [expect.stringMatching(/account codehost\/work\..* Its subscriptions are switched off: stars\.$/)]
    }
  })
})
