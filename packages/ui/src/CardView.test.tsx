// @vitest-environment happy-dom
import { fireEvent, render, screen } from "@testing-library/preact"
import { expect, it } from "vitest"

import { CardView } from "./CardView.tsx"

const words = {
  copy: (label: string) => `Copy ${label}`,
  copied: (label: string) => label,
  sourceOf: (path: string) => path,
  more: String,
  number: (value: number) => value.toLocaleString("de")
}

it("writes numbers as the reader's language does, and copies plain digits", () => {
  const copies: Array<string> = []
  const copying = {
    done: undefined,
    said: "",
    copy: (...[, , text]: ReadonlyArray<string>) => void copies.push(text ?? ""),
    tell: () => undefined
  }
  const rows = [{ label: "Employees", value: "1240", kind: "number", source: "company.employee_count" } as const]
  const card = { notices: [], sections: [{ title: "", rows }] }
  render(<CardView card={card} showSources={false} {...{ copying, words }} />)
  expect(screen.getByText("1.240").getAttribute("dir")).toBe("ltr")
  fireEvent.click(screen.getByRole("button", { name: "Copy Employees" }))
  expect(copies).toEqual(["1240"])
})

it("writes a company's name and a place in their own direction, whatever the language around them", () => {
  const row = { label: "Role", value: "VP, Sales", kind: "text", detail: "Perth, WA (AU)", source: "" } as const
  const card = { notices: [], sections: [{ title: "Acme Pty. Ltd.", rows: [row] }] }
  const copying = { done: undefined, said: "", copy: () => undefined, tell: () => undefined }
  render(<CardView card={card} showSources={false} {...{ copying, words }} />)
  for (const text of ["Acme Pty. Ltd.", "Perth, WA (AU)"]) expect(screen.getByText(text).localName).toBe("bdi")
})
