import { expect, test } from "vitest"

import { noMatchAnswer, noMatchStyles, styleFor } from "./no-match.ts"
import { get, post, startForFile } from "./testing/bench.ts"

const sandbox = await startForFile()

test.each(noMatchStyles)(
  "style %s, by setting, header and slug, for person and company, always free",
  async (style) => {
    const api = sandbox.urls.salesdata
    const person = noMatchAnswer(style, "person", 100_000)
    const company = noMatchAnswer(style, "company", 100_000)
    await post(`${sandbox.control}/settings`, { noMatchStyle: style })
    expect(await post(`${api}/enrich/person`, { email: "nobody@nowhere.invalid" })).toMatchObject(person)
    expect(await post(`${api}/enrich/company`, { domain: "nowhere.example" })).toMatchObject(company)
    await post(`${sandbox.control}/settings`, { noMatchStyle: null })
    const slug = `fault-no-match-${style}-anna`
    expect(await post(`${api}/enrich/person`, { profilenet_slug: slug })).toMatchObject(person)
    expect(await post(`${api}/enrich/company`, { domain: `${slug}.example` })).toMatchObject(company)
    const headers = { authorization: "Bearer sandbox-key-not-a-secret", "x-sandbox-fault": `no-match-${style}` }
    const example = sandbox.examples["salesdata_people_enrichment"]?.match[0]
    expect(await post(`${api}/enrich/person`, example, headers)).toMatchObject(person)
    expect((await get(`${sandbox.control}/charges`)).body).toEqual({ total: 0, items: [] })
  }
)

test("the style of the same identifiers is always the same, and all styles occur", () => {
  const styles = new Set<string>()
  for (let count = 0; count < 200; count += 1) {
    const keys = { email: `nobody${count}@nowhere.example` }
    expect(styleFor(keys)).toBe(styleFor({ ...keys }))
    styles.add(styleFor(keys))
  }
  // Never a 500, because a client cannot distinguish that from a failure.
  expect(styles.size).toBe(noMatchStyles.length - 1)
  expect(styles).not.toContain("500")
})
