// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor } from "@testing-library/preact"
import { describe, expect, it } from "vitest"

import { tellChange } from "../../../messaging/changes.ts"
import type { Send } from "../../../messaging/client.ts"
import { errors } from "../../../tests/samples/failures.ts"
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

  it.each([
    [
      "the browser refuses",
      false,
      { keepLine: { origins: [] }, originsInUse: { origins: [] } },
      /does not let Inlay into pages of github\.com/
    ],
    ["that cannot be stored", true, { keepLine: errors.storage, originsInUse: { origins: [] } }, /storage is full/]
  ])("is not chosen if %s, however often it is tried", async (_, answer, answers, says) => {
    permission.answer = answer
    const { changes } = open(answers)
    const box = (await always()) as HTMLInputElement
    for (const times of [1, 2]) {
      fireEvent.click(box)
      await waitFor(() => expect(changes("keepLine")).toHaveLength(times * 2))
      await screen.findByText(says)
      await waitFor(() => expect(box.checked).toBe(false))
    }
    expect(changes("showLine")).toEqual([])
    expect(permission.now).toBe(false)
  })

  it("is not shown as chosen if the user has taken the permission back in the browser", async () => {
    const { changes } = open({ lineOrigins: { origins: ["https://github.com"] } })
    const box = (await always()) as HTMLInputElement
    await waitFor(() => expect(changes("lineOrigins")).toHaveLength(1))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(box.checked).toBe(false)
  })

  it.each([
    ["given back", [], false],
    ["kept for an account", ["https://github.com"], true]
  ])("can be ended, and the permission is %s", async (_, origins, isKept) => {
    permission.now = true
    const lineOrigins = { origins: ["https://github.com"] }
    const { changes } = open({ lineOrigins, keepLine: { origins: [] }, originsInUse: { origins } })
    const box = (await always()) as HTMLInputElement
    await waitFor(() => expect(box.checked).toBe(true))
    fireEvent.click(box)
    await waitFor(() => expect(changes("originsInUse")).toHaveLength(1))
    await waitFor(() => expect([box.checked, permission.now]).toEqual([false, isKept]))
    expect(changes("keepLine")).toEqual([["keepLine", { origin: "https://github.com", isOn: false }]])
  })

  it("stays chosen if that cannot be changed, however often it is tried", async () => {
    permission.now = true
    const { changes } = open({ lineOrigins: { origins: ["https://github.com"] }, keepLine: errors.storage })
    const box = (await always()) as HTMLInputElement
    await waitFor(() => expect(box.checked).toBe(true))
    for (const times of [1, 2]) {
      fireEvent.click(box)
      await waitFor(() => expect(changes("keepLine")).toHaveLength(times))
      await screen.findByText(/storage/)
      await waitFor(() => expect(box.checked).toBe(true))
    }
    expect(permission.now).toBe(true)
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

  it("stays in the settings if it cannot be ended, which say why", async () => {
    permission.now = true
    const send = (name: string) =>
      Promise.resolve(
        name === "keepLine"
          ? { ok: false, error: errors.storage }
          : { ok: true, output: { origins: ["https://github.com"] } }
      )
    render(<LineSettings send={send as unknown as Send} />)
    fireEvent.click(await screen.findByRole("button", { name: "Remove from github.com" }))
    await screen.findByText(/storage is full/)
    expect(screen.getByRole("button", { name: "Remove from github.com" })).toBeDefined()
  })
})
