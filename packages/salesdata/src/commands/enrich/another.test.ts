/** Rows whose record is about somebody else than the row. */
import { expect, it } from "vitest"

import { lists } from "../../../tests/lists.ts"
import { standIn } from "../../../tests/stand-in.ts"
import { world } from "../../../tests/world.ts"

const provider = standIn()
const { enriched, rowsOf, cards } = lists(world())
const account = () => ({ base_url: provider.origin(), profile_site: undefined })

const person = {
  full_name: "Olga Other",
  emails: ["olga@firm.example"],
  phones: ["+61 491 570 156"],
  linkedin_url: "https://www.linkedin.com/in/olga"
}
const ofOlga = () => provider.answer(() => ({ body: { person } }))
const flags = { out: "out.csv" }

it("have a status of their own, without the other's contact details, and stay so when they are read again", async () => {
  ofOlga()
  const list = "LinkedIn\nhttps://www.linkedin.com/in/jane\nhttps://www.linkedin.com/in/olga\n"
  expect(await enriched(list, flags, account())).toMatchObject({ match: 1, another: 1, failed: 0, credits: 4 })
  const [jane, olga] = rowsOf()
  expect(jane).toMatchObject({
    inlay_status: "another person",
    inlay_name: "",
    inlay_email: "",
    inlay_phone: "",
    inlay_credits: "2",
    inlay_note: expect.stringContaining("somebody else")
  })
  expect(olga).toMatchObject({ inlay_status: "match", inlay_name: "Olga Other" })
  expect(cards.at(-1)?.notices).toEqual([
    expect.objectContaining({ text: expect.stringMatching(/^1 row was answered with another person's record/) })
  ])
  provider.asked()
  const again = { match: 1, another: 1, failed: 0, estimate: 0, credits: 0 }
  expect(await enriched(list, flags, account())).toMatchObject(again)
  expect(rowsOf()[0]).toMatchObject({ inlay_status: "another person", inlay_name: "", inlay_credits: "" })
  expect(provider.asked()).toEqual([])
})

it("of companies are about another company", async () => {
  provider.answer(() => ({ body: { company: { name: "Acme", industry: "Wine", abn: "51824753556" } } }))
  expect(await enriched("ABN\n83914571673\n", flags, account())).toMatchObject({ match: 0, another: 1 })
  expect(rowsOf()[0]).toMatchObject({ inlay_status: "another company", inlay_name: "" })
})

it("are matches with a note if the record confirms another identifier of the row, which the summary says", async () => {
  ofOlga()
  const list = "Email,LinkedIn\nolga@firm.example,https://www.linkedin.com/in/jane\n"
  expect(await enriched(list, flags, account())).toMatchObject({ match: 1, another: 0 })
  expect(rowsOf()[0]).toMatchObject({
    inlay_status: "match",
    inlay_email: "olga@firm.example",
    inlay_note: expect.stringContaining("different profilenet_url")
  })
  expect(cards.at(-1)?.notices).toEqual([
    expect.objectContaining({ text: "1 match has a remark: the column inlay_note says which." })
  ])
})
