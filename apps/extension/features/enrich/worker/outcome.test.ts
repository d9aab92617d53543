import { expect, it } from "vitest"

import { personCard } from "../../../tests/samples/cards.ts"
import { pageFacts } from "./outcome.ts"

const row = (value: string) => ({ label: "", value, kind: "text", icon: "company", source: "provider" }) as const
const section = (title: string, count: number) => ({
  title,
  rows: Array.from({ length: count }, (_, index) => row(`${title}${index}`))
})

it("gives a page the first four facts, one of every other section, and where none of them came from", () => {
  const { sections, ...rest } = pageFacts({ ...personCard, sections: [section("", 6), section("Company", 3)] })
  expect(sections.map(({ rows }) => rows.map(({ value }) => value))).toEqual([["0", "1", "2", "3"], ["Company0"]])
  expect(sections.flatMap(({ rows }) => rows.map(({ source }) => source))).toEqual(["", "", "", "", ""])
  const { sections: _, ...whole } = personCard
  expect(rest).toEqual(whole)
})
