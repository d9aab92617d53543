import { expect, it } from "vitest"

import { publicPackages } from "../workspace.ts"
import { newest, OLDEST } from "./nodes.ts"

it("finds the newest by its numbers", () => {
  expect(newest(["24.9.0", "24.10.1", "24.10.0"])).toBe("24.10.1")
  expect(newest([])).toBeUndefined()
})

it("starts with the oldest version that the packages say they run on", () => {
  for (const { manifest } of publicPackages()) {
    expect([manifest.name, manifest.engines?.node]).toEqual([manifest.name, `>=${OLDEST.replace(/\.0$/, "")}`])
  }
})
