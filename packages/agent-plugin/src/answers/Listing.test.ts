import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"

import * as Listing from "./Listing.ts"

const Item = Schema.Struct({
  id: Schema.Int,
  user: Schema.optionalKey(Schema.NullOr(Schema.Struct({ login: Schema.String, id: Schema.Int }))),
  labels: Schema.Array(Schema.Union([Schema.Struct({ name: Schema.String, color: Schema.String }), Schema.String])),
  reviewers: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.Struct({ login: Schema.String })))),
  files: Schema.Record(Schema.String, Schema.NullOr(Schema.Struct({ size: Schema.Int, type: Schema.String })))
})

const item = {
  id: 1,
  user: { login: "mona", id: 7 },
  labels: [{ name: "bug", color: "red" }, "old"],
  files: { "a.md": { size: 3, type: "text" }, "b.md": { size: 4, type: "text" } }
}

describe("select", () => {
  it.each<[ReadonlyArray<string>, unknown]>([
    [["id"], { id: 1 }],
    [["user.login"], { user: { login: "mona" } }],
    [["user.login", "user"], { user: item.user }],
    [["user", "user.login"], { user: item.user }],
    [["user.login", "user.id"], { user: item.user }],
    [["labels.name"], { labels: [{ name: "bug" }, "old"] }],
    [["files.size"], { files: { "a.md": { size: 3 }, "b.md": { size: 4 } } }],
    [["nothing"], {}]
  ])("keeps %j", (fields, selection) => expect(Listing.select(item, fields)).toEqual(selection))

  it("keeps everything unless fields are named", () => expect(Listing.select(item, undefined)).toBe(item))

  it("returns values that match its own schema", () => {
    const decode = Schema.decodeUnknownSync(Listing.partial(Item))
    for (const fields of [["user.login"], ["labels.name"], ["files.size"], ["id"]]) {
      const selection = Listing.select(item, fields)
      expect(decode(selection)).toEqual(selection)
    }
    expect(() => decode({ id: "one" })).toThrow(/id/)
  })
})

it.each([
  [["id", "user", "user.login", "labels.color", "reviewers", "reviewers.login", "files", "files.size"], []],
  [
    ["nope", "user.nope", "id.x", "labels.nope", "files.nope", "reviewers.nope"],
    ["fields.0", "fields.1", "fields.2", "fields.3", "fields.4", "fields.5"]
  ],
  [[], ["fields"]]
])("of the fields %j, %j are wrong", (fields, wrong) =>
  expect(Listing.wrongFields(Item, fields).map(({ field }) => field)).toEqual(wrong)
)

it("names the fields that are not in an answer", () => {
  expect(Listing.missing([item, { id: 2 }], ["id", "user.login", "user.nope", "nope"])).toEqual(["user.nope", "nope"])
  expect(Listing.missing(item, ["id", "nope"])).toEqual(["nope"])
})

describe("a page", () => {
  const items = Array.from({ length: 50 }, (_, id) => ({ id, body: "é".repeat(1000) }))

  it("is unchanged if everything fits", () => expect(Listing.fitted("items", items, 200_000)).toEqual({ items }))

  it("of small items counts what separates them", () => {
    const small = Array.from({ length: 5000 }, () => 1)
    const page = Listing.fitted("items", small, 2000)
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(2000)
    expect(page.skip).toBe(page.items.length)
  })

  it.each([2000, 5000, 16_000, 40_000])("covers each item once in pages of %i bytes, and reports its cuts", (bytes) => {
    const offsets: Array<number> = []
    let skip: number | undefined = 0
    while (skip !== undefined) {
      const part: Listing.Fitted<(typeof items)[number]> = Listing.fitted("items", items, bytes, skip)
      expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThanOrEqual(bytes)
      expect(part.items.length).toBeGreaterThan(0)
      if (part.skip !== undefined) expect(part.left_out?.at(-1)).toMatch(/follow$/)
      offsets.push(...part.items.map(({ id }) => id))
      skip = part.skip
    }
    expect(offsets).toEqual(items.map(({ id }) => id))
  })

  it("has its long texts shortened first, all to one length, and says by how much", () => {
    const records = [1, 2, 3].map((n) => ({
      n,
      title: "e".repeat(1000),
      body: "x".repeat(3004 - n),
      user: { bio: "y".repeat(2500), site: null },
      tags: ["z".repeat(2200), "short"]
    }))
    const rest = "fields, a smaller page or a larger max_kb shows more"
    expect(Listing.fitted("items", records, 16_384)).toEqual({
      items: records.map(({ n, title }) => ({
        n,
        title,
        body: "x".repeat(1000),
        user: { bio: "y".repeat(1000), site: null },
        tags: ["z".repeat(1000), "short"]
      })),
      left_out: [
        `items.*.body: 1,000 of up to 3,003 characters, 3 times; ${rest}`,
        `items.*.user.bio: 1,000 of up to 2,500 characters, 3 times; ${rest}`,
        `items.*.tags: 1,000 of up to 2,200 characters, 3 times; ${rest}`
      ]
    })
    const texts = records.map(({ body }) => body)
    expect(Listing.fitted("lines", texts, 7800).left_out).toEqual([
      `lines.*: 2,000 of up to 3,003 characters, 3 times; ${rest}`
    ])
  })

  it("names five of many texts that were cut, so that the report takes no items' room", () => {
    const record = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`text${n}`, "x".repeat(1000)]))
    for (const bytes of [14_000, 3000]) {
      const part = Listing.fitted("items", [record, record], bytes)
      expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThanOrEqual(bytes)
      expect(part.left_out).toHaveLength(6)
      expect(part.left_out?.at(-1)).toBe("items: 1 of 2 follow")
    }
  })

  it("says how many items were skipped, also if there are no more", () => {
    expect(Listing.fitted("items", items, 200_000, 48)).toEqual({
      items: items.slice(48),
      left_out: ["items: the first 48 were skipped"]
    })
    expect(Listing.fitted("items", items, 2000, 60)).toEqual({
      items: [],
      left_out: ["items: the first 50 were skipped"]
    })
    expect(Listing.fitted("items", items, 2000, 3).left_out?.[0]).toBe("items: the first 3 were skipped")
  })

  it("has at least one item, cut if it is too large", () => {
    const huge = [{ list: Array.from({ length: 1000 }, () => "x".repeat(50)) }, { list: [] }]
    const part = Listing.fitted("items", huge, 2000)
    expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThanOrEqual(2000)
    expect(part).toMatchObject({
      items: [{ list: expect.arrayContaining([huge[0]?.list[0]]) }],
      left_out: [expect.stringMatching(/^items\.0\.list: \d+ of 1,000$/), "items: 1 of 2 follow"],
      skip: 1
    })
    expect(Listing.fitted("lines", ["x".repeat(5000), "y"], 1000).left_out).toEqual([
      expect.stringMatching(/^lines\.0: \d+ of 5,000 characters$/),
      "lines: 1 of 2 follow"
    ])
  })
})

it.each([
  ["plain text ".repeat(100), 0],
  ["👩".repeat(500), 0],
  ['é\n"\\'.repeat(300), 7]
])("an excerpt fits and does not split a character: %#", (text, from) => {
  const part = Listing.excerpt(text, from, 300)
  expect(Buffer.byteLength(JSON.stringify(part.text))).toBeLessThanOrEqual(300)
  expect(Buffer.byteLength(JSON.stringify(part.text))).toBeGreaterThan(280)
  expect(part.text.isWellFormed()).toBe(true)
  expect(text.slice(part.from, part.to)).toBe(part.text)
})

it("a text is read to its end in excerpts, whatever its length", () => {
  for (const length of [1, 298, 299, 596, 597]) {
    const text = "x".repeat(length)
    const excerpts: Array<string> = []
    for (let from = 0; from < length && excerpts.length < 9; from += excerpts.at(-1)?.length ?? 0) {
      excerpts.push(Listing.excerpt(text, from, 300).text)
    }
    expect([excerpts.join(""), excerpts.length]).toEqual([text, Math.ceil(length / 298)])
  }
})
