// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/preact"
import { describe, expect, it } from "vitest"

import { open, permission, withBrowser } from "../../../tests/samples/repository.tsx"

withBrowser()

const always = () => screen.findByRole("checkbox", { name: /^Always on github\.com/ })

describe("the line on every page of a host", () => {
  it("is chosen with the browser's permission, which stays", async () => {
    const { changes } = open({ keepLine: { origins: ["https://github.com"] }, showLine: { isShown: true } })
    fireEvent.click(await always())
    await waitFor(() => expect(changes("showLine")).toHaveLength(1))
    expect([permission.asked, permission.now]).toEqual([1, true])
  })
})
