import { expect, it } from "vitest"

import { areDifferent } from "./names.ts"

it.each([
  ["Jane O'Brien", "jane o’brien"],
  ["Nguyễn Văn Đức", "Duc Van Nguyen"],
  ["Łukasz Sørensen", "Lukasz Sorensen"],
  ["Kaʻiulani Doe", "Ka'iulani Doe"],
  ["Dr.Jane Doe", "Jane Doe"],
  ["J.P. Morgan & Co.", "JP Morgan and Company"],
  ["Acme Proprietary Limited", "Acme Pty. Ltd."]
])("%s and %s are one name", (one, other) => expect(areDifferent(one, other)).toBe(false))

it.each([
  ["Jane Doe", "J. Doe"],
  ["Mary Smith", "Myra Smith"],
  ["रमा शर्मा", "राम शर्मा"],
  ["李明", "李娜"]
])("%s and %s are two names", (one, other) => expect(areDifferent(one, other)).toBe(true))
