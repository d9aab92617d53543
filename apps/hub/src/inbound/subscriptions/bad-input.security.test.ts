/** Invalid subscriptions: each is rejected with the reason and what to do, before anything is stored or created. */
import * as Effect from "effect/Effect"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"

import { eventHub, STARS, type EventHub } from "../../testing/events/hub.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { Subscriptions } from "./Subscriptions.ts"

/** A token that can read only `acme/widgets`. */
const READER = "sandbox-reader-token-not-a-secret"

const directory = temporaryDirectories()

const subscriptionOf = (hub: EventHub, more: Readonly<Record<string, unknown>>) => ({
  ...STARS,
  url: hub.agent.url,
  ...more
})

describe("a subscription", () => {
  let hub: EventHub
  beforeAll(async () => {
    hub = await eventHub({ directory: directory(), url: undefined }, { token: READER })
  })
  afterAll(() => hub.close())
  afterEach(async () => {
    expect((await hub.api("GET", "/api/subscriptions")).json.subscriptions).toEqual([])
  })
  const refusal = async (more: Readonly<Record<string, unknown>>) => {
    const { status, json } = await hub.api("POST", "/api/subscriptions", subscriptionOf(hub, more))
    return [status, json.error] as const
  }

  it("to a repository that the token does not see is refused in the service's terms", async () => {
    for (const repo of ["stapler", "no-such-thing"]) {
      const [status, error] = await refusal({ target: { owner: "initech", repo } })
      expect([status, error.reason]).toEqual([404, "NotFound"])
      expect(error.message).toMatch(/may not see it|may be hidden|not exist|no such/i)
      expect(error.fix).not.toBe("")
    }
  })

  it("to an account or a trigger that its caller may not use is refused as one that is not there", async () => {
    for (const [grant, what] of [
      [{ accounts: ["codehost/other"] }, "There is no account codehost/env."],
      [{ plugins: ["salesdata"] }, "There is no trigger codehost_new_star."]
    ] as const) {
      const token = await hub.token(grant)
      const { status, json } = await hub.call("POST", "/api/subscriptions", { token, body: subscriptionOf(hub, {}) })
      expect([status, json.error]).toMatchObject([404, { reason: "NotFound", known: [] }])
      expect(json.error.message).toContain(what)
    }
  })

  it("to an address with a password, or a part that is not sent, is refused", async () => {
    for (const [url, why] of [
      [hub.agent.url.replace("://", "://ada:not-a-secret@"), "no user name and no password"],
      [`${hub.agent.url}#part`, "no part after #"]
    ] as const) {
      const [status, error] = await refusal({ url })
      expect([status, error.fields[0]]).toMatchObject([400, { field: "url", message: expect.stringContaining(why) }])
    }
  })

  it("to a trigger that the public service no longer has names the one to use", async () => {
    const [status, error] = await refusal({
      trigger: "codehost_new_card_in_column",
      target: { owner: "acme", repo: "widgets", column_id: 367 }
    })
    expect([status, error.reason]).toEqual([403, "Refused"])
    expect(error.message).toContain("2024-05-23")
    expect(error.fix).toContain("codehost_project_item_status_changed")
  })

  it("with an unknown trigger, filter or field of a target names what is nearest", async () => {
    const [, unknown] = await refusal({ trigger: "codehost_new_stars" })
    expect(unknown.known[0]).toBe("codehost_new_star")
    const [status, error] = await refusal({
      trigger: "codehost_new_pull_request",
      target: { owner: "acme", repos: "widgets" },
      filters: { branhc: "main" }
    })
    expect([status, error.reason]).toEqual([400, "Invalid"])
    expect(error.fields.map(({ field }: { readonly field: string }) => field)).toEqual([
      "target.repos",
      "filters.branhc"
    ])
    expect(error.fields[0].message).toContain("the nearest are repo,")
    expect(error.fields[1].message).toContain("the nearest are branch,")
  })

  it("to an address as the hub shows it, without its query, is refused", async () => {
    for (const query of ["?<redacted>", "?%3Credacted%3E"]) {
      const [status, error] = await refusal({ url: hub.agent.url + query })
      expect([status, error.reason, error.fields[0].field]).toEqual([400, "Invalid", "url"])
    }
  })

  it("to where a cloud hands out keys is refused, also with --allow-private", async () => {
    for (const address of ["169.254.169.254", "[fd00:ec2::254]", "[::ffff:169.254.169.254]", "168.63.129.16"]) {
      const [status, error] = await refusal({ url: `http://${address}/latest/meta-data/` })
      expect([address, status, error.reason]).toEqual([address, 400, "Refused"])
      expect(error.message).toBe(
        "The address is one at which a cloud hands out keys: this hub never sends there. Nothing was stored. Use another address."
      )
    }
  })

  it("of 26 MB, or nested too deep, is refused, and the server goes on", async () => {
    const large = await hub.api("POST", "/api/subscriptions", "x".repeat(26 * 1024 * 1024)).then(
      ({ status }) => status,
      () => 413
    )
    expect(large).toBe(413)
    const deep = `{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`
    const { status, json } = await hub.api("POST", "/api/subscriptions", deep)
    expect([status, json.error.reason]).toEqual([400, "Invalid"])
    const [nested] = await refusal({ target: JSON.parse(`${"[".repeat(500)}${"]".repeat(500)}`) as unknown })
    expect(nested).toBe(400)
  })
})

it("an agent on a private address, by whatever name, is refused with how to allow it", async () => {
  const hub = await eventHub({ directory: directory(), url: undefined }, { allowPrivate: false })
  try {
    const addresses = [
      "127.0.0.1:9",
      "localhost",
      "[::1]",
      "10.0.0.1",
      "192.168.1.1",
      "2130706433",
      "0x7f.1",
      "[::ffff:127.0.0.1]"
    ]
    for (const address of addresses) {
      const url = `http://${address}/start`
      const { status, json } = await hub.api("POST", "/api/subscriptions", subscriptionOf(hub, { url }))
      expect([url, status, json.error.reason]).toEqual([url, 400, "Refused"])
      expect(json.error.message).toContain("private network")
      expect(json.error.fix).toContain("--allow-private")
    }
    expect((await hub.api("GET", "/api/subscriptions")).json.subscriptions).toEqual([])
    expect(await hub.codeHost.hooksAt("repos/acme/widgets")).toEqual([])
  } finally {
    await hub.close()
  }
})

it("an agent at the private address of an account that the hub's owner connected is refused, and gets nothing", async () => {
  const where = { directory: directory(), url: undefined }
  const hub = await eventHub(where, { allowPrivate: false })
  try {
    const base = process.env["INLAY_CODEHOST_BASE_URL"] ?? ""
    const url = new URL("/internal/path", base).href
    // The account itself may be there.
    const read = await hub.api("POST", "/api/tools/codehost_list_gists_for_a_user/runs", {
      input: { username: "ada" }
    })
    expect([200, 404]).toContain(read.status)
    const { status, json } = await hub.api("POST", "/api/subscriptions", subscriptionOf(hub, { url }))
    expect([status, json.error.reason]).toEqual([400, "Refused"])
    expect(json.error.message).toContain("private network")

    const { id } = await hub.run(
      Subscriptions.use(({ create }) =>
        Effect.map(
          create({
            name: "n",
            trigger: "codehost_new_star",
            plugin: "codehost",
            account: "env",
            url,
            filters: {},
            target: {
              owner: "acme",
              repo: "widgets"
            },
            place: "repos/acme/widgets",
            inOrder: false,
            ownChanges: false,
            creditsPerEvent: undefined,
            pollsOnly: false,
            isEnabled: true,
            principal: "local",
            queueOf: () => "q"
          }),
          ({ subscription }) => subscription
        )
      )
    )
    const sent = await hub.api("POST", `/api/subscriptions/${id}/tests`, { send: true })
    expect(sent.json.sent).toMatchObject({ delivered: false, status: null })
    const { calls } = await hub.codeHost.control<{ readonly calls: ReadonlyArray<{ readonly path: string }> }>("/calls")
    expect(calls.filter(({ path }) => path.includes("internal"))).toEqual([])
  } finally {
    await hub.close()
  }
})
