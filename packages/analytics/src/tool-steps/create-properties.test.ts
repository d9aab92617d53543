import { expect, it } from "vitest"

import { stepWorld } from "../../tests/steps.ts"
import { createProperties } from "./create-properties.ts"

const { run, reason, sandbox } = stepWorld(createProperties)

const input = {
  parent: "accounts/110001",
  displayName: "Outlet",
  timeZone: "Australia/Hobart",
  currencyCode: "AUD"
}

it("creates a property, and says that it collects nothing yet", async () => {
  const output = await run(input)
  expect(output).toMatchObject({ property: { displayName: "Outlet" }, note: expect.stringContaining("no data until") })
  expect(output).not.toHaveProperty("dataStream")
})

it("creates its web stream if a site is given", async () => {
  expect(await run({ ...input, site: "https://outlet.example" })).toMatchObject({
    dataStream: {
      webStreamData: { defaultUri: "https://outlet.example", measurementId: expect.stringMatching(/^G-/) }
    },
    note: expect.stringContaining("measurementId")
  })
})

it.each([
  [{ ...input, currencyCode: "AUDD" }, "currencyCode"],
  [{ ...input, timeZone: "Sydney" }, "timeZone"],
  [{ ...input, site: "outlet" }, "site"]
])("refuses %j", async (wrong, field) => {
  expect(await reason(wrong)).toMatchObject({ _tag: "Invalid", fields: [{ field }] })
})

it("names the required role on the analytics account", async () => {
  for (const wrong of sandbox().examples["analytics_create_properties"]?.noMatch ?? []) {
    expect(await reason(wrong)).toMatchObject({ _tag: "Forbidden", needs: expect.stringContaining("Administrator") })
  }
})
