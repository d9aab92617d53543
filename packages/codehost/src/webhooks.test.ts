import { createHmac } from "node:crypto"

import { it as effectIt } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"

import { exampleOf, grace, published } from "../tests/events.ts"
import { outcomeOf } from "../tests/outcomes.ts"
import { plugin } from "./plugin.ts"
import { webhooks } from "./webhooks.ts"

const bytes = (text: string) => new TextEncoder().encode(text)
const sign = (raw: Uint8Array, secret: string) => `sha256=${createHmac("sha256", secret).update(raw).digest("hex")}`
const verify = (raw: Uint8Array, signature: string | undefined, ...secrets: ReadonlyArray<string>) =>
  Effect.runPromise(
    webhooks.verify(
      raw,
      signature === undefined ? {} : { "x-hub-signature-256": signature },
      secrets.map((secret) => Redacted.make(secret))
    )
  )

/** https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries */
const VECTOR = {
  secret: "It's a Secret to Everybody",
  raw: bytes("Hello, World!"),
  signature: "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"
}

describe("a signature", () => {
  it("matches the published example", async () => {
    expect(await verify(VECTOR.raw, VECTOR.signature, VECTOR.secret)).toBe(true)
    expect(await verify(VECTOR.raw, VECTOR.signature.toUpperCase().replace("SHA", "sha"), VECTOR.secret)).toBe(true)
  })

  it("is accepted for either of two secrets during a rotation", async () => {
    expect(await verify(VECTOR.raw, VECTOR.signature, "new", VECTOR.secret)).toBe(true)
    expect(await verify(VECTOR.raw, VECTOR.signature, VECTOR.secret, "old")).toBe(true)
    expect(await verify(VECTOR.raw, VECTOR.signature, "new", "old")).toBe(false)
  })

  it.each([
    ["missing", undefined],
    ["empty", ""],
    ["bare", VECTOR.signature.slice(7)],
    ["truncated", VECTOR.signature.slice(0, -1)],
    ["longer", `${VECTOR.signature}0`],
    ["of another hash", VECTOR.signature.replace("sha256", "sha1")],
    ["no hexadecimal", VECTOR.signature.replace(/.$/, "g")],
    ["with blanks", ` ${VECTOR.signature}`],
    ["twice", `${VECTOR.signature},${VECTOR.signature}`]
  ])("that is %s is refused", async (_, signature) => {
    expect(await verify(VECTOR.raw, signature, VECTOR.secret)).toBe(false)
  })

  it("is refused without secrets, and for an empty one", async () => {
    expect(await verify(VECTOR.raw, VECTOR.signature)).toBe(false)
    expect(await verify(VECTOR.raw, sign(VECTOR.raw, ""), "")).toBe(false)
  })

  it("is refused if any bit of it or of the body is flipped", async () => {
    for (let bit = 0; bit < VECTOR.raw.length * 8; bit++) {
      const raw = Uint8Array.from(VECTOR.raw)
      raw[bit >> 3] = (raw[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(await verify(raw, VECTOR.signature, VECTOR.secret)).toBe(false)
    }
    for (let at = 7; at < VECTOR.signature.length; at++) {
      const digit = (Number.parseInt(VECTOR.signature[at] ?? "", 16) ^ 1).toString(16)
      const mutant = VECTOR.signature.slice(0, at) + digit + VECTOR.signature.slice(at + 1)
      expect(await verify(VECTOR.raw, mutant, VECTOR.secret)).toBe(false)
    }
  })

  const Input = {
    body: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))),
    secret: Schema.NonEmptyString.check(Schema.makeFilter((text) => text.isWellFormed())),
    other: Schema.NonEmptyString.check(Schema.makeFilter((text) => text.isWellFormed()))
  }
  effectIt.effect.prop("covers any bytes, by its own secret alone", Input, ({ body, secret, other }) =>
    Effect.promise(async () => {
      const raw = Uint8Array.from(body)
      expect(await verify(raw, sign(raw, secret), secret)).toBe(true)
      if (other !== secret) expect(await verify(raw, sign(raw, other), secret)).toBe(false)
      expect(await verify(Uint8Array.from([...body, 10]), sign(raw, secret), secret)).toBe(false)
    })
  )
})

const headers = (event: string, more: object = {}) => ({
  "x-github-event": event,
  "x-github-delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
  "content-type": "application/json",
  ...more
})
const read = (body: unknown, event: string, more?: object) =>
  webhooks.read(bytes(typeof body === "string" ? body : JSON.stringify(body)), headers(event, more))
const delivery = (...args: Parameters<typeof read>) => {
  const result = Result.getOrThrow(read(...args))
  if (result === "ping") throw new Error("it is a ping")
  return result
}

describe("a delivery", () => {
  it("has its id, its event and the places that it concerns, in lower case", () => {
    const { body } = exampleOf("new-issue")
    const named = { ...body, repository: { ...body.repository, full_name: "Acme/Widgets" } }
    expect(delivery(named, "issues")).toEqual({
      deliveryId: "72d3162e-cc78-11e3-81ab-4c9367dc0958",
      event: { name: "issues", body: named },
      places: ["repos/acme/widgets", "orgs/acme"]
    })
    const item = exampleOf("project-item-status-changed").body
    expect(delivery(item, "projects_v2_item").places).toEqual(["orgs/acme", "orgs/acme/projectsv2/4"])
    const card = exampleOf("new-card-in-column").body
    expect(delivery(card, "project_card").places).toContain("projects/columns/367")
  })

  it("concerns the organization that owns its repository, also if only the owner says so", () => {
    const placesFor = (type: string) =>
      delivery({ repository: { full_name: "acme/widgets", owner: { login: "Acme", type } } }, "issues").places
    expect(placesFor("Organization")).toEqual(["repos/acme/widgets", "orgs/acme"])
    expect(placesFor("User")).toEqual(["repos/acme/widgets"])
  })

  it("names the hook that sent it, which stays the same when its repository is renamed", () => {
    expect(delivery({ any: 1 }, "issues", { "x-github-hook-id": "292430182" }).hookId).toBe("292430182")
  })

  it("may be a form", () => {
    const form = new URLSearchParams({ payload: JSON.stringify({ zen: "a+b & ü" }) }).toString()
    const type = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" }
    expect(delivery(form, "star", type).event.body).toEqual({ zen: "a+b & ü" })
    expect(Result.isFailure(read("other=1", "star", type))).toBe(true)
  })

  it("is only a ping if the hook is tested", () => {
    expect(read({ zen: "x", hook_id: 1 }, "ping")).toEqual(Result.succeed("ping"))
  })

  it("of an unknown event is read, and matches no trigger", () => {
    expect(delivery({ any: 1 }, "brand_new_event")).toMatchObject({ event: { name: "brand_new_event" }, places: [] })
  })

  it.each([
    ["no JSON", "{"],
    ["no object", "1"],
    ["null", "null"],
    ["empty", ""],
    ["nested 400,000 deep", `{"a":${"[".repeat(400_000)}${"]".repeat(400_000)}}`],
    ["not UTF-8", "\u{dc00}"]
  ])("that is %s is refused, not ignored", (name, text) => {
    const raw = name === "not UTF-8" ? Uint8Array.from([...bytes('{"a":"'), 0xff, ...bytes('"}')]) : bytes(text)
    const result = webhooks.read(raw, headers("issues"))
    expect(Result.isFailure(result) && result.failure.reason._tag).toBe("Decode")
  })

  it("without its event or id is refused", () => {
    for (const missing of ["x-github-event", "x-github-delivery"]) {
      expect(Result.isFailure(read({}, "issues", { [missing]: undefined }))).toBe(true)
    }
  })

  it("of a known event is unreadable if its body is not as documented, and of no other", () => {
    const unreadable = published.flatMap(({ name, examples }) =>
      examples.filter((body) => webhooks.isReadable?.({ name, body }) === false)
    )
    expect(unreadable).toEqual([])
    const { name, body } = exampleOf("new-issue")
    const broken = { ...body, issue: { ...body.issue, title: 1 } }
    expect(webhooks.isReadable?.({ name, body: broken })).toBe(false)
    expect(webhooks.isReadable?.({ name, body: { ...broken, action: "pinned" } })).toBe(true)
    expect(webhooks.isReadable?.({ name: "brand_new_event", body: null })).toBe(true)
  })

  it("of a kind that a trigger reports is unreadable in another shape, so that it is not lost unseen", () => {
    const own = plugin.triggers.map(({ fixture }) => exampleOf(fixture.replace("events/", "")))
    const events = published.flatMap(({ name, examples }) => examples.map((body) => ({ name, body })))
    const reported = [...events, ...own].filter((event) =>
      plugin.triggers.some((trigger) => trigger.match(event, grace).length > 0)
    )
    const unseen = reported.filter(({ name, body }) => webhooks.isReadable?.({ name, body: { action: body.action } }))
    expect(reported.length).toBeGreaterThan(100)
    expect([...new Set(unseen.map(({ name, body }) => `${name} ${body.action}`))]).toEqual([])
  })

  it("of every published payload is read", () => {
    for (const { name, examples } of published) {
      for (const body of examples) expect(outcomeOf(read(body, name))).toBe(name === "ping" ? "ping" : "delivery")
    }
  })
})
