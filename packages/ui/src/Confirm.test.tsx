// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/preact"
import { useState } from "preact/hooks"
import { afterEach, describe, expect, it } from "vitest"

import { Button } from "./Button.tsx"
import { Confirm } from "./Confirm.tsx"

afterEach(cleanup)

/** A row whose button asks first. @param replaced whether the question takes the button's place */
const Row = ({ replaced = false }: { readonly replaced?: boolean }) => {
  const [at, setAt] = useState<"rest" | "asking" | "done">("rest")
  const question = <Confirm question="Sure?" yes="Yes" no="No" onYes={() => setAt("done")} onNo={() => setAt("rest")} />
  const button = (
    <div>
      <Button onClick={() => setAt("asking")}>Remove</Button>
    </div>
  )
  return (
    <section aria-label="Row">
      {at === "asking" && question}
      {at === "done" ? <p>Removed.</p> : replaced && at === "asking" ? null : button}
      <Button>Another</Button>
    </section>
  )
}

const ask = (row: Parameters<typeof Row>[0] = {}) => {
  render(<Row {...row} />)
  const button = screen.getByRole("button", { name: "Remove" })
  button.focus()
  fireEvent.click(button)
  expect(document.activeElement?.textContent).toBe("No")
  return button
}

describe("the focus", () => {
  it("returns to the button that asked", async () => {
    const button = ask()
    fireEvent.click(screen.getByRole("button", { name: "No" }))
    await waitFor(() => expect(document.activeElement).toBe(button))
  })

  it("returns there after Escape too, which does nothing else", async () => {
    const button = ask()
    expect(fireEvent.keyDown(screen.getByRole("button", { name: "No" }), { key: "Escape" })).toBe(false)
    await waitFor(() => expect(document.activeElement).toBe(button))
    expect(screen.queryByRole("group")).toBeNull()
    expect(screen.queryByText("Removed.")).toBeNull()
  })

  it("returns to the button that is drawn in its place", async () => {
    const before = ask({ replaced: true })
    fireEvent.click(screen.getByRole("button", { name: "No" }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Remove"))
    expect(document.activeElement).not.toBe(before)
  })

  it("stays where the button was if there is none any more", async () => {
    ask()
    fireEvent.click(screen.getByRole("button", { name: "Yes" }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("region", { name: "Row" })))
  })

  it("stays there too if the button goes later", async () => {
    const button = ask()
    fireEvent.click(screen.getByRole("button", { name: "No" }))
    await waitFor(() => expect(document.activeElement).toBe(button))
    const around = button.parentElement
    button.remove()
    await waitFor(() => expect(document.activeElement).toBe(around))
  })

  it("is not taken from what has it by then", async () => {
    ask()
    const other = screen.getByRole("button", { name: "Another" })
    other.focus()
    fireEvent.click(screen.getByRole("button", { name: "Yes" }))
    await screen.findByText("Removed.")
    await new Promise((resolve) => setTimeout(resolve))
    expect(document.activeElement).toBe(other)
  })

  it("is not brought back to a page that the user has clicked away from", async () => {
    const button = ask()
    fireEvent.click(screen.getByRole("button", { name: "No" }))
    await waitFor(() => expect(document.activeElement).toBe(button))
    button.blur()
    screen.getByRole("button", { name: "Another" }).remove()
    await new Promise((resolve) => setTimeout(resolve))
    expect(document.activeElement).toBe(document.body)
  })
})

it.each([
  [undefined, "danger"],
  ["primary" as const, "primary"]
])("with the look %s, the button that confirms is %s", (look, name) => {
  render(<Confirm question="Sure?" yes="Yes" no="No" {...(look && { look })} onYes={() => {}} onNo={() => {}} />)
  expect(screen.getByRole("button", { name: "Yes" }).classList).toContain(name)
})
