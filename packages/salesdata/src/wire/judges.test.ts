import { describe, expect, it } from "vitest"

import { judgeCompany, judgePerson, personKeys } from "./judges.ts"

const sites = ["network.example"]
const body = { profile_url: "https://au.network.example/in/Jane-Doe", full_name: "Jane Doe" }

const read = (answer: { readonly status: number; readonly body: unknown }) => {
  const judgment = judgePerson(answer)
  return judgment._tag === "Match" ? judgment.reading : undefined
}

it("returns a response's record and keys, and judges the same response once", () => {
  const first = read({ status: 200, body })
  expect(first?.value.name).toBe("Jane Doe")
  const keys = personKeys(first!.value, sites)
  expect(keys).toEqual(["profile@network.example:jane-doe"])
  expect(read({ status: 200, body })).toBe(first)
  expect(personKeys(first!.value, sites)).toBe(keys)
})

it("judges it again for another status, another kind or a different object; keys depend on the sites", () => {
  const first = read({ status: 200, body })
  const none: ReadonlyArray<string> = []
  expect(personKeys(first!.value, none)).toEqual(["profile@au.network.example:jane-doe"])
  expect(read({ status: 404, body })).toBeUndefined()
  expect(judgeCompany({ status: 200, body })._tag).not.toBe("Match")
  expect(read({ status: 200, body: { ...body } })).not.toBe(first)
})

describe("several people", () => {
  const several = () => ({
    results: ["ravi-rao", "jane-doe"].map((slug) => ({ full_name: slug, linkedin: `https://linkedin.com/in/${slug}` }))
  })
  const named = (request: Readonly<Record<string, unknown>>, isCached = false) => {
    const judgment = judgePerson({ status: 200, body: several() }, request, isCached)
    return judgment._tag === "Match" ? judgment.reading.value.name : judgment
  }

  it("are one in a cached response too: the one who is asked for now", () => {
    expect(named({ profilenet_slug: "jane-doe" }, true)).toBe("jane-doe")
    expect(named({ profilenet_url: "https://au.linkedin.com/in/jane-doe" }, true)).toBe("jane-doe")
  })

  it("are nobody if none of them is the one", () =>
    expect(named({ email: "jane@acme.example" })).toMatchObject({ _tag: "Failure", cause: "unclear" }))

  it("may be what a hand-written request asks for", () =>
    expect(named({ people: [{ email: "jane@acme.example" }] })).toBe("ravi-rao"))
})

it("does not take the identifier of a cached record for an echo", () => {
  const email = "jane@home.example"
  expect(judgePerson({ status: 200, body: { email } }, { email })).toMatchObject({ _tag: "Failure" })
  expect(judgePerson({ status: 200, body: { email } }, { email }, true)).toHaveProperty("_tag", "Match")
})

it.each([null, "", []])("finds no person in %j", (nobody) => {
  expect(judgePerson({ status: 200, body: nobody })._tag).toBe("NoMatch")
})

it.each([undefined, "Jane", 7, false])("does not understand %j", (odd) => {
  expect(judgePerson({ status: 200, body: odd })).toMatchObject({ _tag: "Failure", cause: "unclear" })
})

it.each([
  { match_status: "error", data: null },
  { matchStatus: "failed", results: [] },
  { ok: false, data: null },
  { errors: ["A vendor is away"], data: null },
  { fault: { faultstring: "A vendor is away" }, data: null },
  { success: false, data: null },
  { success: false, person: null, message: "A vendor is away" }
])("an error beside an empty place is not the absence of a match: %j", (failed) =>
  expect(judgePerson({ status: 200, body: failed })).toMatchObject({ _tag: "Failure", cause: "failed" })
)

it.each([
  // A server that failed may have looked somebody up, whatever it says.
  [500, "Too many requests", "status"],
  [503, "Too many requests", "throttled"],
  [400, "Unknown endpoint", "status"],
  [404, "Unknown endpoint", "noRoute"],
  [404, "No such account", "noRoute"],
  [404, "No user exists", "noRoute"],
  [403, "Unable to identify proxy for host", "noRoute"],
  [404, "Address not found in the request", "unclear"],
  [400, "Workspace not found", "status"],
  [410, "", "noRoute"],
  [402, "", "noCredits"],
  [429, "", "throttled"],
  [409, "No person was found", "status"]
])("a response with %i that says %j is judged as %s", (status, message, cause) => {
  expect(judgePerson({ status, body: { message } })).toMatchObject({ _tag: "Failure", cause })
})

it.each([
  ["Spike arrest violation. Allowed rate: 10ps", "throttled"],
  ["RESOURCE_EXHAUSTED", "throttled"],
  ["Quota of 100 per hour exceeded", "throttled"],
  ["Concurrency quota exceeded", "throttled"],
  ["Payment required", "noCredits"],
  ["OVERQUOTA", "noCredits"],
  ["Your trial has expired", "noCredits"],
  ["You are not logged in", "badKey"],
  ["Request queued", "pending"],
  ["Accepted for enrichment", "pending"],
  ["Job created", "pending"],
  ["Check back in a minute", "pending"],
  ["The result will be posted to your webhook", "pending"],
  ["Something went wrong", "failed"],
  ["We are under maintenance", "failed"],
  ["Temporarily disabled", "failed"],
  ["Unexpected failure", "failed"],
  ["Try again later", "failed"],
  ["Workspace not found", "unclear"],
  ["Page not found", "unclear"],
  ["No such user", "unclear"]
])("an empty place beside “%s” is judged as %s", (message, cause) => {
  expect(judgePerson({ status: 200, body: { message, data: null } })).toMatchObject({ _tag: "Failure", cause })
})

it.each(["Access denied", "Insufficient permissions", "This requires a paid plan"])(
  "a failure is a missing right if it says “%s”",
  (message) =>
    expect(judgePerson({ status: 200, body: { success: false, message } })).toMatchObject({ cause: "noRight" })
)

it.each(["Contact sales to see more", "The address must be a company's", "Malformed address"])(
  "a success beside an empty place is no answer if it says “%s”",
  (message) =>
    expect(judgePerson({ status: 200, body: { success: true, data: null, message } })).toMatchObject({
      cause: "unclear"
    })
)

it.each(["Unknown person", "This address doesn't exist", "Nothing found", "Nobody", "Unmatched", "Empty result"])(
  "nothing but “%s” is no match",
  (message) => expect(judgePerson({ status: 200, body: { message, request_id: "r-1" } })._tag).toBe("NoMatch")
)

it("a record without contacts in a response that was only accepted is not finished", () => {
  expect(judgePerson({ status: 202, body })).toMatchObject({ _tag: "Failure", cause: "pending" })
  expect(judgePerson({ status: 202, body: { ...body, email: "jane@acme.example" } })._tag).toBe("Match")
})

describe("evidence that nobody matches, beside what cannot be read,", () => {
  const inside = (levels: number, content: object): object =>
    levels === 0 ? content : { data: inside(levels - 1, content) }
  const unread = { reference: { number: 7 } }
  const others = (count: number) => Array.from({ length: count }, () => ({ unknown: 1 }))

  it.each<[string, object, "NoMatch" | "Failure"]>([
    ["an empty record four levels down", inside(4, { person: null, ...unread }), "NoMatch"],
    ["an empty record five levels down", inside(5, { person: null, ...unread }), "Failure"],
    ["a denial four levels down", inside(4, { found: false, ...unread }), "NoMatch"],
    ["a denial five levels down", inside(5, { found: false, ...unread }), "Failure"],
    ["the fifth of a list", { results: [...others(4), { person: null }] }, "NoMatch"],
    ["the sixth of a list", { results: [...others(5), { person: null }] }, "Failure"],
    ["a charge of nothing", { credits_used: 0, request_id: "r-1" }, "NoMatch"],
    ["a charge that is not said", { credits_used: null, request_id: "r-1" }, "Failure"],
    ["in an unknown place", { outcome: { person: null, number: 7 } }, "Failure"],
    ["a denial in an unknown place", { outcome: { found: false, number: 7 } }, "Failure"],
    ["an empty result in an unknown place", { outcome: { data: {}, number: 7 } }, "Failure"],
    ["under any name in a batch", { results: { first: { person: null, number: 7 } } }, "NoMatch"],
    ["a denial under any name in a batch", { results: { first: { found: false, number: 7 } } }, "NoMatch"],
    ["within an unknown place", { outcome: { inner: { found: false, number: 7 } } }, "Failure"]
  ])("counts as far as it is in known places, to a depth: %s", (_, doubtful, verdict) => {
    expect(judgePerson({ status: 200, body: doubtful })._tag).toBe(verdict)
  })
})

it.each([{ work_email: "jane@acme.example" }, { email: "jane@acme.example", email_status: "verified" }])(
  "an unfinished answer with the address of the request, %j, is pending",
  (fields) =>
    expect(
      judgePerson(
        { status: 200, body: { status: "pending", person: { full_name: "Jane Doe", ...fields } } },
        { email: "jane@acme.example" }
      )
    ).toMatchObject({ _tag: "Failure", cause: "pending" })
)
