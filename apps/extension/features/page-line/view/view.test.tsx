// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor } from "@testing-library/preact"
import { describe, expect, it } from "vitest"

import { tellChange } from "../../../messaging/changes.ts"
import type { Send } from "../../../messaging/client.ts"
import { open, permission, withBrowser } from "../../../tests/samples/repository.tsx"
import { LineSettings } from "./line-settings.tsx"

withBrowser()

const always = () => screen.findByRole("checkbox", { name: /^Always on github\.com/ })

describe("the line on every page of a host", () => {
  it("is chosen with the browser's permission, which stays", async () => {
    const { changes } = open({ keepLine: { origins: ["https://github.com"] }, showLine: { isShown: true } })
    fireEvent.click(await always())
    await waitFor(() => expect(changes("showLine")).toHaveLength(1))
    expect([permission.asked, permission.now]).toEqual([1, true])
  })

  it("is in the settings as long as the browser allows it there", async () => {
    const send = () => Promise.resolve({ ok: true, output: { origins: ["https://github.com"] } })
    permission.now = true
    render(<LineSettings send={send as unknown as Send} />)
    await screen.findByRole("button", { name: "Remove from github.com" })
    permission.now = false
    tellChange({ inlay: "keepLine" }, { ok: true, output: null })
    await waitFor(() => expect(screen.queryByRole("button")).toBeNull())
  })
})
