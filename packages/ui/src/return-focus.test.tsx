// @vitest-environment happy-dom
// What gets the focus if the element that has it goes away.
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/preact"
import { useRef, useState } from "preact/hooks"
import { afterEach, describe, expect, it } from "vitest"

import { useInheritedFocus } from "./return-focus.ts"

afterEach(cleanup)

const settled = () => new Promise((resolve) => setTimeout(resolve))

/** Shows the named part, each of which leads to the next. */
const Parts = () => {
  const [at, setAt] = useState<"offer" | "asking" | "answer">("offer")
  return (
    <main aria-label="All">
      <section aria-label="Part">
        {at === "offer" && (
          <div>
            <button type="button" onClick={() => setAt("asking")}>
              Ask
            </button>
          </div>
        )}
        {at === "asking" && <p>Asking…</p>}
      </section>
      <button type="button" onClick={() => setAt("answer")}>
        Answer
      </button>
    </main>
  )
}

const press = (name: string) => {
  const button = screen.getByRole("button", { name })
  button.focus()
  fireEvent.click(button)
  return button
}

describe("a control that goes away while it has the focus", () => {
  it("leaves it to what was around it", async () => {
    render(<Parts />)
    press("Ask")
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("region", { name: "Part" })))
    screen.getByRole("region", { name: "Part" }).remove()
    const all = screen.getByRole("main", { name: "All" })
    await waitFor(() => expect(document.activeElement).toBe(all))
    // A page that shows something else altogether starts without a focus.
    all.remove()
    await settled()
    expect(document.activeElement).toBe(document.body)
  })

  it("leaves it to nobody if the user has clicked elsewhere, or if another has it", async () => {
    render(<Parts />)
    const ask = screen.getByRole("button", { name: "Ask" })
    ask.focus()
    ask.blur()
    fireEvent.click(document.body)
    ask.remove()
    await settled()
    expect(document.activeElement).toBe(document.body)
    const answer = press("Answer")
    await settled()
    expect(document.activeElement).toBe(answer)
  })

  it("may be a checkbox", async () => {
    render(
      <fieldset aria-label="Choices">
        <input type="checkbox" />
      </fieldset>
    )
    const box = screen.getByRole("checkbox")
    box.focus()
    fireEvent.click(box)
    box.remove()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("group", { name: "Choices" })))
  })
})

const State = ({ name, onNext, takes = false }: { name: string; onNext: () => void; takes?: boolean }) => {
  const whole = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useInheritedFocus(whole, heading)
  return (
    <section ref={whole}>
      <h2 ref={heading} tabIndex={-1}>
        {name}
      </h2>
      <button ref={(button) => void (takes && button?.focus())} type="button" onClick={onNext}>
        Next
      </button>
    </section>
  )
}

describe("a state that is replaced by another", () => {
  const States = ({ takes = false }: { takes?: boolean }) => {
    const [turn, setTurn] = useState(0)
    return (
      <>
        <State key={turn} name={`State ${turn}`} takes={takes && turn > 0} onNext={() => setTurn(turn + 1)} />
        <input aria-label="Beside" />
      </>
    )
  }

  it("hands the focus to the next one's heading", async () => {
    render(<States />)
    expect(document.activeElement).toBe(document.body)
    press("Next")
    await waitFor(() => expect(document.activeElement?.textContent).toBe("State 1"))
    await settled()
    expect(document.activeElement?.textContent).toBe("State 1")
  })

  it("does not take it from a part of the next one, or from what is beside them", async () => {
    render(<States takes />)
    press("Next")
    await screen.findByText("State 1")
    expect(document.activeElement?.textContent).toBe("Next")
    cleanup()
    render(<States />)
    screen.getByLabelText("Beside").focus()
    screen.getByRole("button", { name: "Next" }).click()
    await screen.findByText("State 1")
    await settled()
    expect(document.activeElement).toBe(screen.getByLabelText("Beside"))
  })
})
