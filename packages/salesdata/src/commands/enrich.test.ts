/** `inlay enrich` against a running provider, with files in memory. */
import { describe, expect, it } from "vitest"

import { FULL, lists, type FlagValues } from "../../tests/lists.ts"
import { world } from "../../tests/world.ts"

const running = world()
const { control, calls, charged, sandbox } = running
const { enriched, refused, rowsOf, files, steps, notices, cards } = lists(running)

const slug = "deepa-carmody"
const email = "deepa.carmody@estuary-vineyards.example"

/**
 * Slugs of people in the directory, each of whom costs 2 credits. Resets the provider, so the search that found them
 * leaves no trace.
 */
const people = async (count: number): Promise<ReadonlyArray<string>> => {
  const { INLAY_SALESDATA_BASE_URL: base, INLAY_SALESDATA_API_KEY: key } = sandbox().env
  const answer = await fetch(`${base}/search/people`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ department: "Engineering" })
  })
  const slugs = [...(await answer.text()).matchAll(/\/in\/([a-z0-9-]+)/g)].map(([, one = ""]) => one)
  await control("/reset", {})
  return [...new Set(slugs)].slice(0, count)
}

describe("a list", () => {
  it("keeps its rows, order and cells, with new columns after them", async () => {
    const list = `Name;E-Mail;Slug;Phone\nDeepa;${email};;"=1+1"\n"Nobody; really";nobody@no-such.example;;+61 2\n\nNone;;;\n`
    expect(await enriched(list)).toMatchObject({
      kind: "person",
      rows: 3,
      lookups: 2,
      estimate: 4,
      credits: 2,
      match: 1,
      noMatch: 1,
      skipped: 1,
      failed: 0,
      notAsked: 0,
      file: "out.csv"
    })
    expect(rowsOf(files.get("out.csv"), ";")).toEqual([
      expect.objectContaining({
        Name: "Deepa",
        "E-Mail": email,
        Phone: "=1+1",
        inlay_status: "match",
        inlay_credits: "2",
        inlay_email: email,
        inlay_email_status: "verified",
        inlay_matched_on: "email"
      }),
      expect.objectContaining({ Name: "Nobody; really", Phone: "+61 2", inlay_status: "no match", inlay_credits: "0" }),
      expect.objectContaining({ Name: "None", inlay_status: "skipped", inlay_note: "no identifier" })
    ])
    expect(steps.at(-1)).toMatchObject({ done: 2, total: 2 })
    expect(notices).toEqual([["2 lookups of people, 0 of them already known and free; at most 4 credits.", 0]])
  })

  it("has numbers on a do-not-call register in a column of their own", async () => {
    await enriched(`profile slug\n${slug}\n`)
    expect(rowsOf()[0]).toMatchObject({
      inlay_phone: expect.stringMatching(/\d/),
      inlay_do_not_call: "no",
      inlay_other_phones: "",
      inlay_do_not_call_phones: expect.stringMatching(/\d/)
    })
  })

  it("has its numbers as they are for a program, and with a ' for a spreadsheet", async () => {
    const phones = async (plain: boolean) => {
      await enriched(`profile slug;Own\n${slug};=1\n`, { out: "out.csv", plain })
      const [row = {}] = rowsOf(files.get("out.csv"), ";")
      return [row["inlay_phone"], row["inlay_do_not_call_phones"], row["Own"]]
    }
    const plain = await phones(true)
    expect(plain).toEqual([expect.stringMatching(/^\+61/), expect.stringMatching(/^\+61/), "=1"])
    expect(await phones(false)).toEqual([`'${plain[0]}`, `'${plain[1]}`, "=1"])
  })

  it("is free the second time, both the list and its output; a person listed twice costs once", async () => {
    const list = `email,linkedin\n${email},\n${email},\n`
    expect(await enriched(list)).toMatchObject({ rows: 2, lookups: 1, credits: 2, match: 2 })
    expect(rowsOf().map((row) => row["inlay_credits"])).toEqual(["2", "0"])
    const written = files.get("out.csv") ?? ""
    expect(await enriched(written)).toMatchObject({ known: 1, estimate: 0, credits: 0, match: 2 })
    expect(Object.keys(rowsOf()[0]!)).toEqual(Object.keys(rowsOf(written)[0]!))
    expect([await charged(), (await calls()).length]).toEqual([2, 1])
  })

  it.each([
    ["of “CSV UTF-8”", "\uFEFF", ";"],
    ["of tabs", "\uFEFF", "\t"],
    ["of commas", "", ","],
    ["of bars", "", "|"],
    ["with Excel's line of the delimiter", "\uFEFFsep=;\r\n", ";"]
  ])("keeps its byte order mark and delimiter: %s", async (_, mark, delimiter) => {
    const own = `"Mr;|\tJosé, Esq."`
    await enriched(`${mark}Näme${delimiter}E-mail\r\n${own}${delimiter}${email}\r\n`)
    const written = files.get("out.csv") ?? ""
    expect(written.startsWith(mark)).toBe(true)
    const [header, row] = written.slice(mark.length).split("\n")
    expect(header?.startsWith(`Näme${delimiter}E-mail${delimiter}inlay_status${delimiter}`)).toBe(true)
    expect(row?.startsWith(`${own}${delimiter}${email}${delimiter}match${delimiter}`)).toBe(true)
    await enriched(written)
    expect(files.get("out.csv")?.slice(mark.length).split("\n")[0]).toBe(header)
  })

  it("of companies is recognised by its columns, or by a flag", async () => {
    expect(await enriched("Account,Domain\nEstuary,estuary-vineyards.example\n")).toMatchObject({
      kind: "company",
      match: 1,
      credits: 1
    })
    expect(rowsOf()[0]).toMatchObject({ inlay_domain: "estuary-vineyards.example", inlay_status: "match" })
    const named = { out: "out.csv", kind: "company" as const, column: ["abn=Register number"] }
    expect(await enriched("Register number\n20 567 790 470\n", named)).toMatchObject({ match: 1 })
  })
})

describe("the estimated cost of a list", () => {
  it("is shown, and nothing is sent", async () => {
    expect(await enriched(`email\n${email}\na@b.example\n`, { estimate: true })).toEqual({
      kind: "person",
      rows: 2,
      lookups: 2,
      known: 0,
      skipped: 0,
      estimate: 4
    })
    expect(await calls()).toEqual([])
  })

  it("says how to choose the other kind if the list does not say clearly what its rows are", async () => {
    const list = "Company,Website,ABN,Email\nAcme,acme.com.au,51 824 753 556,info@acme.com.au\n"
    await enriched(list, { estimate: true })
    expect(cards.at(-1)).toMatchObject({
      subtitle: "1 row of companies",
      notices: [{ text: "If the rows are people, use --kind person." }]
    })
    await enriched(list)
    expect(notices.at(-1)?.[0]).toBe(
      "1 lookup of companies, 0 of them already known and free; at most 1 credit. If the rows are people, use --kind person."
    )
  })

  it("above 100 credits needs a cap: the run's or the account's", async () => {
    const list = `email\n${Array.from({ length: 60 }, (_, n) => `person${n}@no-such.example`).join("\n")}\n`
    const { reason } = await refused(list)
    expect(reason).toMatchObject({ _tag: "Refused", guard: "cap", nothing: "sent" })
    expect(reason.what).toContain("120 credits for 60 lookups of people")
    expect([await calls(), files.size]).toEqual([[], 0])
    expect(await enriched(list, { out: "out.csv", cap: 120 })).toMatchObject({ noMatch: 60, credits: 0 })
    for (const cap of ["cap_day", "cap_run"]) {
      const others = list.replaceAll("person", cap)
      expect(await enriched(others, { out: "out.csv" }, { [cap]: "200" })).toMatchObject({ known: 0, noMatch: 60 })
    }
  })

  it("says what the tightest of the account's caps leaves", async () => {
    const caps = { cap_day: "10", cap_run: "6" }
    expect(await enriched(`email\n${email}\n`, { estimate: true }, caps)).toMatchObject({ estimate: 2, left: 6 })
    expect(await enriched(`email\n${email}\n`, { estimate: true }, { ...caps, cap_day: "5" })).toMatchObject({
      left: 5
    })
  })

  it("fits in a cap that equals the sum of its decimal prices", async () => {
    const list = ["a", "b", "c"].map((name) => `${name}@no-such.example\n`).join("")
    await enriched(`email\n${list}`, { estimate: true }, { price_person: "0.1", cap_day: "0.3" })
    expect(cards[0]?.notices).toEqual([])
    await enriched(`email\n${list}`, { estimate: true }, { price_person: "0.1", cap_day: "0.2" })
    expect(cards[1]?.notices).toHaveLength(1)
  })

  it("needs no cap up to 100 credits, also if decimal prices sum to a little more", async () => {
    const list = Array.from({ length: 250 }, (_, i) => `${i}@no-such.example\n`).join("")
    const answer = await enriched(`email\n${list}`, { out: "out.csv" }, { price_person: "0.4" })
    expect(answer).toMatchObject({ noMatch: 250, credits: 0 })
  })

  // A match costs 1 or 2 credits, and 2 are reserved for each.
  it("is limited by the cap: rows beyond it are counted, and continue with the next run", async () => {
    const list = `slug\n${(await people(6)).join("\n")}\n`
    const first = await enriched(list, { out: "out.csv", cap: 5 })
    const spent = await charged()
    expect(first).toMatchObject({ credits: spent, stop: "the cap of 5 credits is reached" })
    expect([spent === 4 || spent === 5, first["match"], first["notAsked"]]).toEqual([true, 3, 3])
    const statuses = rowsOf().map((row) => row["inlay_status"])
    expect(statuses).toEqual(["match", "match", "match", "not asked", "not asked", "not asked"])
    const second = await enriched(files.get("out.csv")!, { out: "out.csv", cap: 6 })
    expect(second).toMatchObject({ known: 3, match: 6, notAsked: 0, credits: (await charged()) - spent })
  })

  it("is limited by the cap, which a lost response uses up as well", async () => {
    const slugs = await people(3)
    await control("/faults", { fault: "reset-after", times: 1, operation: "enrich_person" })
    const answer = await enriched(`slug\n${slugs.join("\n")}\n`, { out: "out.csv", cap: 4 })
    expect(answer).toMatchObject({ match: 1, chargeUnknown: 1, notAsked: 1 })
  })

  it("does not include known rows, which are answered even after the cap is reached", async () => {
    const [known = "", ...others] = await people(3)
    await enriched(`slug\n${known}\n`)
    const answer = await enriched(`slug\n${[...others, known].join("\n")}\n`, { out: "out.csv", cap: 1 })
    expect(answer).toMatchObject({ known: 1, match: 1, notAsked: 2 })
    expect(rowsOf().map((row) => row["inlay_status"])).toEqual(["not asked", "not asked", "match"])
  })

  it("never exceeds the account's own cap", async () => {
    const list = `slug\n${(await people(6)).join("\n")}\n`
    const answer = await enriched(list, { out: "out.csv" }, { cap_run: "6" })
    const spent = await charged()
    expect(answer).toMatchObject({ credits: spent, match: 3, notAsked: 3 })
    expect(spent).toBeLessThanOrEqual(6)
  })
})

describe("a failure", () => {
  it("in one row is reported there, and a lost response is an unknown charge", async () => {
    const slugs = await people(3)
    await control("/faults", { fault: "reset-after", times: 1, operation: "enrich_person" })
    const answer = await enriched(`slug\n${slugs.join("\n")}\n`)
    expect(answer).toMatchObject({ match: 2, chargeUnknown: 1 })
    const again = await enriched(`slug\n${slugs.join("\n")}\n`)
    expect(again).toMatchObject({ match: 2, chargeUnknown: 1, credits: 0 })
  })

  it("of an earlier run, whose charge is unknown, uses up none of a later run's cap", async () => {
    const slugs = await people(3)
    await control("/faults", { fault: "reset-after", times: 1, operation: "enrich_person" })
    await enriched(`slug\n${slugs[0]}\n`).catch(() => undefined)
    const answer = await enriched(`slug\n${slugs.join("\n")}\n`, { out: "out.csv", cap: 4 })
    expect(answer).toMatchObject({ match: 2, chargeUnknown: 1, notAsked: 0 })
  })

  it("of the key fails the whole run, and no file is written", async () => {
    const { reason } = await refused(`email\n${email}\n`, undefined, { api_key: "wrong-key" })
    expect([reason._tag, files.size]).toEqual(["Unauthorized", 0])
  })

  it("of the plan fails the whole run, and the remaining rows are not sent", async () => {
    await control("/settings", { balance: 0 })
    const list = `email\n${Array.from({ length: 20 }, (_, n) => `person${n}@no-such.example`).join("\n")}\n`
    const { reason } = await refused(list)
    expect([reason._tag, (await calls()).length]).toEqual(["QuotaExhausted", 8])
  })

  it("of the file, after its lookups were paid for, says that they are free when it is run again", async () => {
    const { reason } = await refused(`email\n${email}\n`, { out: FULL })
    expect([reason._tag, notices.at(-1)?.[0]]).toEqual([
      "Invalid",
      "2 credits were charged. The answers are saved: run it again, and they are free."
    ])
    expect(await enriched(`email\n${email}\n`)).toMatchObject({ match: 1, credits: 0 })
  })

  it("that is temporary is waited for", async () => {
    await control("/settings", { ratePerMinute: 120 })
    const slugs = await people(3)
    expect(await enriched(`slug\n${slugs.join("\n")}\n`)).toMatchObject({ match: 3, failed: 0 })
  })

  it.each<readonly [string, string, FlagValues, string, RegExp]>([
    ["no file to write", "email\na@b.example\n", {}, "--out", /is required/],
    ["a cap below 0", "email\na@b.example\n", { out: "o", cap: -1 }, "--cap", /0 credits or more/],
    ["nothing", "", { out: "o" }, "FILE", /column names and at least one row/],
    ["column names alone", "email\n", { out: "o" }, "FILE", /at least one row/],
    ["a quotation mark that is not closed", 'email\n"a@b.example\n', { out: "o" }, "FILE", /is not a valid CSV file/],
    ["more cells than columns", "email\na@b.example,x\n", { out: "o" }, "FILE", /a row of 2 cells but only 1/],
    ["no column that says who", "Name,City\nAda,Perth\n", { out: "o" }, "FILE", /no column whose name.*“Name”, “City”/],
    [
      "a column that there is not",
      "email\na@b.example\n",
      { out: "o", column: ["email=Emial"] },
      "--column",
      /nearest|has “email”/
    ],
    ["a field of nobody", "email\na@b.example\n", { out: "o", column: ["phone=email"] }, "--column", /profilenet_slug/]
  ])("%s is refused before anything is sent", async (_, list, flags, field, words) => {
    const { reason } = await refused(list, flags)
    expect(reason).toMatchObject({ _tag: "Invalid", fields: [{ field, message: expect.stringMatching(words) }] })
    expect([await calls(), files.size]).toEqual([[], 0])
  })
})
