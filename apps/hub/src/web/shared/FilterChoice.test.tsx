// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { useState } from "preact/hooks"
import { afterEach, expect, it } from "vitest"

import { byLabel, FilterChoice } from "./FilterChoice.tsx"

afterEach(cleanup)

const Chosen = ({ names }: { readonly names: ReadonlyArray<string> }) => {
  const [value, setValue] = useState("")
  const [choices, setChoices] = useState(0)
  const choose = (chosen: string) => {
    setValue(chosen)
    setChoices(choices + 1)
  }
  return (
    <>
      <FilterChoice
        label="Subscription"
        value={value}
        options={names.map((name, n) => [`sub_${n}`, name] as const)}
        onChoose={choose}
      />
      <output>{value}</output>
      <p>{choices} choices</p>
      <button onClick={() => setValue("")}>Clear</button>
    </>
  )
}

const labels = () => [...document.querySelectorAll("option")].map((option) => option.value || option.textContent)
const chosen = () => document.querySelector("output")?.textContent

it("lists few options", () => {
  render(<Chosen names={["Forks", "Stars"]} />)
  expect(labels()).toEqual(["Any", "sub_0", "sub_1"])
})

it("sorts names as they are read", () => {
  const options = ["Stars 10", "forks", "Stars 9"].map((name) => [name, name] as const)
  expect(byLabel(options).map(([name]) => name)).toEqual(["forks", "Stars 9", "Stars 10"])
})

it("finds one of many by what is typed, and tells those of one name apart", () => {
  render(<Chosen names={Array.from({ length: 2_000 }, (_, n) => (n < 2 ? "Stars" : `Team ${n}`))} />)
  const field = screen.getByLabelText<HTMLInputElement>("Subscription")
  expect(labels().slice(0, 3)).toEqual(["Stars (sub_0)", "Stars (sub_1)", "Team 2"])
  fireEvent.input(field, { target: { value: "Tea" } })
  expect(screen.getByText("0 choices")).toBeDefined()
  fireEvent.input(field, { target: { value: "Team 7" } })
  expect(chosen()).toBe("sub_7")
  fireEvent.input(field, { target: { value: "Team 77" } })
  expect(chosen()).toBe("sub_77")
  fireEvent.input(field, { target: { value: "Team 77 or" } })
  expect([chosen(), field.value]).toEqual(["", "Team 77 or"])
  fireEvent.blur(field)
  expect(field.value).toBe("")
  fireEvent.input(field, { target: { value: "Stars (sub_1)" } })
  expect(chosen()).toBe("sub_1")
  fireEvent.click(screen.getByRole("button"))
  expect([chosen(), field.value]).toEqual(["", ""])
})
