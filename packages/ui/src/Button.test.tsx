// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import { Button } from "./Button.tsx"

afterEach(cleanup)

it("acts on the first click, and not on the second of a double click, which may have begun on something else", () => {
  const act = vi.fn<() => void>()
  render(<Button onClick={act}>Search</Button>)
  const button = screen.getByRole("button", { name: "Search" })
  fireEvent.click(button, { detail: 2 })
  expect(act).not.toHaveBeenCalled()
  fireEvent.click(button, { detail: 1 })
  // By keyboard.
  fireEvent.click(button, { detail: 0 })
  expect(act).toHaveBeenCalledTimes(2)
})

it("acts once while Enter is held down: what the first act put under the key may be another button", () => {
  render(<Button>Preview</Button>)
  const button = screen.getByRole("button", { name: "Preview" })
  const isLeftToBrowser = (key: string, repeat: boolean) => fireEvent.keyDown(button, { key, repeat })
  expect(isLeftToBrowser("Enter", false)).toBe(true)
  expect(isLeftToBrowser("Enter", true)).toBe(false)
  // Tab is held down to move along.
  expect(isLeftToBrowser("Tab", true)).toBe(true)
})

it("a text field submits its form once while Enter is held down, which adds lines to a text area", () => {
  render(
    <form>
      <input aria-label="Position" />
      <textarea aria-label="Note" />
      <Button type="submit">Search</Button>
    </form>
  )
  const isLeftToBrowser = (field: string, repeat: boolean) =>
    fireEvent.keyDown(screen.getByLabelText(field), { key: "Enter", repeat })
  expect(isLeftToBrowser("Position", false)).toBe(true)
  expect(isLeftToBrowser("Position", true)).toBe(false)
  expect(isLeftToBrowser("Note", true)).toBe(true)
})

it("submits its form once if it is clicked twice", () => {
  const submit = vi.fn<(event: Event) => void>((event) => event.preventDefault())
  render(
    <form onSubmit={submit}>
      <Button type="submit">Save</Button>
    </form>
  )
  const button = screen.getByRole("button", { name: "Save" })
  fireEvent.click(button, { detail: 1 })
  fireEvent.click(button, { detail: 2 })
  expect(submit).toHaveBeenCalledOnce()
})

it.each(["idle", "busy"] as const)("does nothing while it is %s, and says so", (state) => {
  const act = vi.fn<() => void>()
  const submit = vi.fn<(event: Event) => void>((event) => event.preventDefault())
  render(
    <form onSubmit={submit}>
      <Button type="submit" onClick={act} {...{ [state]: true }}>
        Save
      </Button>
      <Button>Close</Button>
    </form>
  )
  const button = screen.getByRole("button", { name: "Save" })
  fireEvent.click(button, { detail: 1 })
  expect([act.mock.calls, submit.mock.calls]).toEqual([[], []])
  expect(button.getAttribute("aria-disabled")).toBe("true")
  expect(button.querySelectorAll(".spinner")).toHaveLength(state === "busy" ? 1 : 0)
  expect(screen.getByRole("button", { name: "Close" }).hasAttribute("aria-disabled")).toBe(false)
})
