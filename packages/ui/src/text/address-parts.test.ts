import { expect, it } from "vitest"

import { addressParts, pieces } from "./address-parts.ts"

it.each([
  ["mia.nguyen@kaurifoods.co.nz", ["mia.nguyen", "@kaurifoods.co.nz"]],
  ['"a@b"@c.example', ['"a@b"', "@c.example"]],
  ["no address", ["no address"]],
  ["@handle", ["@handle"]]
])("%s", (address, parts) => {
  expect(addressParts(address)).toEqual(parts)
  expect(parts.flatMap(pieces).join("")).toBe(address)
})

it("breaks a part behind dots, hyphens and underscores", () => {
  expect(pieces("mia-catherine.n_f")).toEqual(["mia-", "catherine.", "n_", "f"])
})
