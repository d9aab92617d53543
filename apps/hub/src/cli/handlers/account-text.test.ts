import { expect, it } from "vitest"

import { accountsOf } from "../../accounts/listing.ts"
import { plugins } from "../../plugins.gen.ts"
import { screenOf } from "../../terminal/Screen.ts"
import { accountTitle, limitRows } from "./account-text.ts"

it.each([
  ["4999 of 5000 left", "4,999 of 5,000 left"],
  ["0.12345 left", "0.12345 left"],
  ["2026-12-04", "2026-12-04"]
])("groups the digits of numbers, not those of a date: %s", (value, text) => {
  expect(limitRows([{ label: "Limit", value }])).toEqual([["Limit", text]])
})

it.each([
  [80, "ok       codehost/env  Code host (beta), Access token, by environment variables"],
  [60, "ok       codehost/env\n         Code host (beta), Access token, by environment\n         variables"]
])("puts what an account is below its name if there is no space beside it: %i columns", (columns, text) => {
  const { usable } = accountsOf(plugins, { INLAY_CODEHOST_TOKEN: "t" }, [])
  const screen = screenOf({ isTTY: true, columns }, { NO_COLOR: "1" })
  expect(usable.map((account) => accountTitle(screen, true, account, ", by environment variables"))).toEqual([text])
})
