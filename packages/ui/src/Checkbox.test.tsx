// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact"
import { afterEach, expect, it } from "vitest"

import { Checkbox } from "./Checkbox.tsx"

afterEach(cleanup)

it("has its help text in its name, which a screen reader reads", () => {
  render(<Checkbox label="Only read" help="Steps that change data are refused." isOn onChange={() => {}} />)
  expect(screen.getByRole("checkbox", { name: "Only read Steps that change data are refused." })).toBeDefined()
})
