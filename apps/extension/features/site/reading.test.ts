import { expect, it } from "vitest"

import type { Send } from "../../messaging/client.ts"
import { failure, hubProblem, OTHERS, SHOP, WHOLESALE } from "../../tests/samples/site.ts"
import { listProperties } from "./reading.ts"

type Json = Readonly<Record<string, unknown>>

/** A worker with these accounts, each with the pages of its list or its failure. */
const worker = (lists: Readonly<Record<string, ReadonlyArray<Json> | { readonly reason: string }>>) =>
  (async (name: string, { account, input }: { readonly account: string; readonly input: Json }) => {
    if (name === "accountNames") return { ok: true, output: { names: Object.keys(lists) } }
    const list = lists[account] ?? []
    if ("reason" in list) return { ok: false, error: list }
    const page = Number(input["page"] ?? 0)
    return { ok: true, output: { items: [list[page]], ...(page + 1 < list.length && { next: { page: page + 1 } }) } }
  }) as unknown as Send

it("lists the properties of every page and account, each once, with the first account that reaches it", async () => {
  const list = await listProperties(worker({ "hub:a": [SHOP, WHOLESALE], "hub:b": [WHOLESALE] }), [])
  expect(list).toMatchObject({
    ok: true,
    value: {
      isComplete: true,
      properties: [SHOP, WHOLESALE].map(({ property }) => ({ account: "hub:a", property }))
    }
  })
})

it("keeps what was known through an account that fails, and nothing else that is not listed any more", async () => {
  const known = [
    { ...OTHERS, account: "hub:b" },
    { ...WHOLESALE, account: "hub:a" },
    { ...WHOLESALE, account: "hub:removed" }
  ]
  const list = await listProperties(worker({ "hub:a": [SHOP], "hub:b": failure({ reason: "Unavailable" }) }), known)
  expect(list).toMatchObject({
    ok: true,
    value: { isComplete: false, properties: [{ ...SHOP, account: "hub:a" }, known[0]] }
  })
})

it("fails if every account does", async () => {
  const gone = hubProblem("gone")
  const forbidden = failure({ reason: "Forbidden" })
  const list = await listProperties(worker({ "hub:a": gone, "hub:b": forbidden }), [])
  expect(list).toMatchObject({ ok: false, error: { own: gone.own } })
})
