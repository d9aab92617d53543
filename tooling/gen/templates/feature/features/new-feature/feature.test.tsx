// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact"
import { afterEach, expect, it } from "vitest"

import { section } from "./feature.ts"

afterEach(cleanup)

it.each([
  ["https://new-feature.example/some/page", true],
  ["https://new-feature.example.evil.example/some/page", false],
  ["https://elsewhere.example/new-feature.example", false],
  ["about:blank", false],
  ["", false]
])("stands on %j: %s", (address, applies) => expect(section.applies(address)).toBe(applies))

it("shows what the page is", async () => {
  const { View } = await section.view()
  const send = () => Promise.reject(new Error("this section asks the worker nothing"))
  render(<View address="https://new-feature.example/some/page" tabId={1} send={send} />)
  expect(screen.getByRole("region", { name: "New feature" }).textContent).toContain("/some/page")
})
