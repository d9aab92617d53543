/** Whose record a response contains: how it compares to the question, and which later questions it may answer. */
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Credential from "@inlay/core-http/Credential"
import * as Ledger from "@inlay/core-http/Ledger"
import * as LookupCache from "@inlay/core-http/LookupCache"
import * as Node from "@inlay/core-http/node"
import { Spend } from "@inlay/core-http/Spend"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

import { standIn } from "../../tests/stand-in.ts"
import type { CompanyLookup } from "./Companies.ts"
import type { PersonLookup } from "./People.ts"
import { make, type SalesDataClient } from "./SalesData.ts"
import { defaults, type Settings } from "./settings.ts"

const provider = standIn()

const ALICE = {
  full_name: "Alice",
  job_title: "Winemaker",
  emails: ["alice@firm.example", "info@firm.example"],
  profile_url: "https://network.example/in/alice"
}

const runtimeOf = () =>
  ManagedRuntime.make(
    Spend.layer("run").pipe(
      Layer.provideMerge(Layer.mergeAll(Ledger.layerMemory, LookupCache.layerMemory)),
      Layer.merge(Node.layer)
    )
  )
let runtime = runtimeOf()
let client: Promise<SalesDataClient>

const settingsOf = (path: string): Settings => ({
  ...defaults,
  baseAddress: Result.getOrThrow(BaseAddress.parse(provider.origin() + path)),
  credential: Credential.bearer(Redacted.make("the-account-key")),
  scope: "test",
  profileSites: ["network.example"]
})

beforeEach(() => {
  runtime = runtimeOf()
  provider.asked()
  client = runtime.runPromise(make(settingsOf("")))
})
afterEach(() => runtime.dispose())

const person = async (lookup: PersonLookup) => runtime.runPromise((await client).people.enrich(lookup))
const company = async (lookup: CompanyLookup) => runtime.runPromise((await client).companies.enrich(lookup))
const call = async (endpoint: string, body: Readonly<Record<string, unknown>>) =>
  runtime.runPromise((await client).call({ operation: "apiCall", method: "POST", endpoint, body }))

const answersWith = (record: Readonly<Record<string, unknown>>) => provider.answer(() => ({ body: { person: record } }))

describe("an answer about somebody else", () => {
  it("is shown, says so, and is cached only for its own subject", async () => {
    answersWith(ALICE)
    expect(await person({ profilenet_slug: "bob" })).toMatchObject({
      match: true,
      matchedOn: [],
      notice:
        "The record has a different profilenet_slug than requested: it may be about somebody else. An answer about somebody else is not saved: asking again costs again and needs confirmation."
    })
    const alice = await person({ profilenet_slug: "alice" })
    expect(alice).toMatchObject({ fromCache: true, matchedOn: ["profilenet_slug"] })
    expect(alice).not.toHaveProperty("notice")
    expect(provider.asked()).toHaveLength(1)
  })

  it("names which of several identifiers are confirmed", async () => {
    answersWith(ALICE)
    const both = await person({ profilenet_slug: "bob", email: "Alice@firm.example" })
    expect(both).toMatchObject({ matchedOn: ["email"], notice: expect.stringContaining("a different profilenet_slug") })
  })

  it("tells companies apart by their ABN", async () => {
    provider.answer(() => ({ body: { company: { name: "Acme", industry: "Wine", abn: "51824753556" } } }))
    expect(await company({ abn: "83914571673" })).toMatchObject({
      matchedOn: [],
      notice: expect.stringContaining("abn")
    })
    expect(await company({ abn: "51824753556" })).toMatchObject({ fromCache: true, matchedOn: ["abn"] })
  })
})

describe("an unconfirmed identifier", () => {
  it("leads to no record by itself if it was sent with a confirmed one", async () => {
    answersWith(ALICE)
    const both = { profilenet_slug: "alice", email: "bob@firm.example" }
    const alice = await person(both)
    expect(alice).toMatchObject({ matchedOn: ["profilenet_slug"] })
    // A person may have several addresses, so another one is no sign of somebody else.
    expect(alice).not.toHaveProperty("notice")
    expect(await person(both)).toMatchObject({ fromCache: true })
    const bob = { full_name: "Bob", job_title: "Cooper", emails: ["bob@firm.example"] }
    answersWith(bob)
    expect(await person({ email: "bob@firm.example" })).toMatchObject({ fromCache: false, record: { name: "Bob" } })
  })

  it("answers its own question again, and no other", async () => {
    answersWith({ full_name: "Somebody", job_title: "Cooper" })
    const email = "somebody@firm.example"
    expect(await person({ email })).toMatchObject({ matchedOn: [], fromCache: false })
    expect(await person({ email: "Somebody@FIRM.example" })).toMatchObject({ matchedOn: [], fromCache: true })
    expect(await person({ email, profilenet_slug: "carol" })).toMatchObject({ fromCache: false })
    expect(provider.asked()).toHaveLength(2)
  })
})

it("tells apart two people with one slug on two networks, when each is requested by address and slug", async () => {
  const profiles = ["https://network.example/in/john", "https://linkedin.com/in/john"]
  for (const profile_url of profiles) {
    answersWith({ full_name: profile_url, job_title: "Cooper", profile_url })
    expect(await person({ profilenet_url: profile_url, profilenet_slug: "john" })).toMatchObject({
      fromCache: false,
      matchedOn: ["profilenet_url", "profilenet_slug"],
      record: { name: profile_url }
    })
  }
})

it("treats a role's mailbox as the question's identifier, not as a person's", async () => {
  answersWith(ALICE)
  await person({ profilenet_slug: "alice" })
  const bob = { full_name: "Bob", job_title: "Cooper", emails: ["info@firm.example"] }
  answersWith(bob)
  const byMailbox = { email: "info@firm.example" }
  expect(await person(byMailbox)).toMatchObject({ record: { name: "Bob" }, matchedOn: ["email"], fromCache: false })
  expect(await person(byMailbox)).toMatchObject({ record: { name: "Bob" }, matchedOn: ["email"], fromCache: true })
})

it("finds neither of two people by a mailbox in both records", async () => {
  const emails = ["harbour@firm.example"]
  for (const name of ["alice", "bob"]) {
    answersWith({ full_name: name, job_title: "Cooper", emails, profile_url: `https://network.example/in/${name}` })
    await person({ profilenet_slug: name })
  }
  answersWith({ full_name: "The harbour", job_title: "Team" })
  expect(await person({ email: "harbour@firm.example" })).toMatchObject({ fromCache: false })
  expect(await person({ profilenet_slug: "alice" })).toMatchObject({ fromCache: true, record: { name: "alice" } })
})

it("finds neither of two people without a profile by a mailbox in both records", async () => {
  for (const name of ["Ann", "Bob"]) {
    const own = `${name}@home.example`.toLowerCase()
    answersWith({ full_name: `${name} Lee`, job_title: "Cooper", emails: [own, "lees@home.example"] })
    await person({ email: own })
  }
  answersWith({ full_name: "Cat Lee", job_title: "Cooper", emails: ["lees@home.example"] })
  expect(await person({ email: "lees@home.example" })).toMatchObject({ fromCache: false, record: { name: "Cat Lee" } })
  expect(await person({ email: "ann@home.example" })).toMatchObject({ fromCache: true, record: { name: "Ann Lee" } })
  expect(await person({ email: "lees@home.example" })).toMatchObject({ fromCache: true, record: { name: "Cat Lee" } })
})

it("finds neither of two companies without an ABN or profile by a domain in both records", async () => {
  for (const name of ["wines", "cider"]) {
    const website = `https://${name}.example`
    provider.answer(() => ({ body: { company: { name, industry: "Wine", domain: "group.example", website } } }))
    await company({ website })
  }
  provider.asked()
  await company({ domain: "group.example" })
  expect(provider.asked()).toHaveLength(1)
  expect(await company({ website: "https://wines.example" })).toMatchObject({
    fromCache: true,
    record: { name: "wines" }
  })
})

it("recognises a person without a profile by a new address, however the name is written", async () => {
  const emails = ["zoe@home.example", "zoe@firm.example"]
  answersWith({ full_name: "Dr. Zoë O'Brien-Lee", job_title: "Cooper", emails })
  await person({ email: "zoe@home.example" })
  answersWith({ full_name: "OBRIEN LEE, Zoe", job_title: "Cooper", emails: [...emails, "z@firm.example"] })
  await person({ email: "z@firm.example" })
  provider.asked()
  expect(await person({ email: "zoe@firm.example" })).toMatchObject({ fromCache: true })
  expect(provider.asked()).toEqual([])
})

it("sends and distinguishes two pages of one site that differ only in their query", async () => {
  const bodies: Array<unknown> = []
  provider.answer((_, body) => {
    bodies.push(body)
    return { body: { company: { name: `Number ${bodies.length}`, industry: "Wine" } } }
  })
  const page = (id: number) => company({ website: `https://www.facebook.com/profile.php?id=${id}&fbclid=x${id}` })
  expect(await page(1)).toMatchObject({ record: { name: "Number 1" } })
  expect(await page(2)).toMatchObject({ record: { name: "Number 2" }, fromCache: false })
  expect(await page(1)).toMatchObject({ record: { name: "Number 1" }, fromCache: true })
  expect(bodies).toEqual([
    { website: "https://www.facebook.com/profile.php?id=1" },
    { website: "https://www.facebook.com/profile.php?id=2" }
  ])
})

it.each([
  [
    { email: "team@firm.example", profilenet_url: "https://network.example/people?id=1" },
    { email: "team@firm.example", profilenet_url: "https://network.example/people?id=2" }
  ],
  [{ email: ["alice@firm.example"] }, { email: ["bob@firm.example"] }],
  [
    { email: "alice@firm.example", name: "Alice" },
    { email: "alice@firm.example", name: "Alicia" }
  ]
])("treats two hand-written requests as different, even if only a part can be read: %j", async (one, other) => {
  answersWith({ full_name: "One", job_title: "Cooper" })
  await call("/enrich/person", one)
  answersWith({ full_name: "Other", job_title: "Cooper" })
  expect(await call("/enrich/person", other)).toMatchObject({
    fromCache: false,
    body: { person: { full_name: "Other" } }
  })
})

it("sends a hand-written lookup with a query, which may ask for more than the cached answer has", async () => {
  answersWith(ALICE)
  const lookup = { profilenet_slug: "alice" }
  await person(lookup)
  expect(await call("/enrich/person", lookup)).toMatchObject({ fromCache: true })
  expect(await call("/enrich/person?include=salary", lookup)).toMatchObject({ fromCache: false })
  answersWith({ ...ALICE, full_name: "Alice without a salary" })
  expect(await person(lookup)).toMatchObject({ fromCache: true, record: { name: "Alice" } })
})

it("answers nothing with what the same account bought at another address", async () => {
  answersWith(ALICE)
  await person({ profilenet_slug: "alice" })
  const elsewhere = await runtime.runPromise(make(settingsOf("/v2")))
  expect(await runtime.runPromise(elsewhere.people.enrich({ profilenet_slug: "alice" }))).toMatchObject({
    fromCache: false
  })
})

it.each([
  [{ domain: "facebook.com/acme" }, { domain: "facebook.com/other" }],
  [{ domain: "directory.example/acme" }, { domain: "directory.example/other" }],
  [{ website: "https://g.page/acme" }, { website: "https://g.page/other" }]
])("treats two pages of one host as two companies in hand-written requests: %j", async (one, other) => {
  const answer = (name: string) => provider.answer(() => ({ body: { company: { name, industry: "Wine" } } }))
  answer("One")
  await call("/enrich/company", one)
  answer("Other")
  expect(await call("/enrich/company", other)).toMatchObject({ fromCache: false, body: { company: { name: "Other" } } })
})
