import { plugin as codehost } from "@inlay/codehost"
import projectItem from "@inlay/codehost/fixtures/events/project-item-status-changed.json" with { type: "json" }
import { describe, expect, it } from "vitest"

import { occurrencesOf } from "../match.ts"
import { mayBeOwn, recordsOf } from "./causes.ts"

const WATCHER = { login: "mona", scopes: [] }

describe("the records that a step's output names", () => {
  it("are pages and objects by their hash, wherever they stand, and no other text", () => {
    const sha = "a".repeat(40)
    expect(
      recordsOf({
        html_url: "https://h.example/1",
        commit: { sha },
        title: "https://h.example/2",
        sha: "HEAD",
        url: "x"
      })
    ).toEqual(["https://h.example/1", sha])
  })

  it("are at most 50, no deeper than four levels, and of no more than 500 characters", () => {
    const page = (no: number) => ({ html_url: `https://h.example/${no}` })
    const pages = Array.from({ length: 60 }, (_, no) => page(no))
    expect(recordsOf({ pages })).toEqual(pages.slice(0, 50).map(({ html_url }) => html_url))
    expect(recordsOf({ a: { b: { c: { d: page(4) } } } })).toEqual(["https://h.example/4"])
    expect(recordsOf({ a: { b: { c: { d: { e: page(5) } } } } })).toEqual([])
    const long = (chars: number) => ({ node_id: "x".repeat(chars) })
    expect([recordsOf(long(500)).length, recordsOf(long(501)).length, recordsOf(long(0)).length]).toEqual([1, 0, 0])
  })

  it("are what the trigger of a project's items names: an item has no page of its own", () => {
    const [told] = occurrencesOf({ plugin: codehost }, projectItem, WATCHER).occurrences
    const own = recordsOf({ id: 13, node_id: "PVTI_13", status: { name: "Done" } })
    expect([own, told?.occurrence.causes]).toEqual([["PVTI_13"], ["PVTI_13"]])
  })
})

it("an event may be a call's if it names records, and its actor is the account or not known", () => {
  const happened = (actor: string | undefined, causes = ["https://h.example/1"]) => ({
    key: "1",
    at: "2026-06-01T00:00:00Z",
    data: {},
    causes,
    ...(actor !== undefined && { actor })
  })
  const nameless = { login: "", scopes: [] }
  const answers = [
    mayBeOwn(happened("Mona"), WATCHER),
    mayBeOwn(happened(undefined), WATCHER),
    mayBeOwn(happened("ada"), nameless),
    mayBeOwn(happened("ada"), WATCHER),
    mayBeOwn(happened("mona", []), WATCHER)
  ]
  expect(answers).toEqual([true, true, true, false, false])
})
