// @vitest-environment happy-dom
import type { CardRow } from "@inlay/agent-plugin/Card"
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, expect, it } from "vitest"

import { CardView } from "./CardView.tsx"

afterEach(cleanup)

const words = {
  copy: (label: string) => `Copy ${label}`,
  copied: (label: string) => label,
  sourceOf: (path: string) => path,
  more: (count: number) => `${count} more`,
  number: (value: number) => value.toLocaleString("de")
}

const rest = { done: undefined, said: "", copy: () => undefined, tell: () => undefined }

it("writes numbers as the reader's language does, and copies plain digits", () => {
  const copies: Array<string> = []
  const copying = { ...rest, copy: (...[, , text]: ReadonlyArray<string>) => void copies.push(text ?? "") }
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
  render(<CardView card={card} showSources={false} copying={rest} words={words} />)
  for (const text of ["Acme Pty. Ltd.", "Perth, WA (AU)"]) expect(screen.getByText(text).localName).toBe("bdi")
})

const email: CardRow = { label: "E-mail", value: "mia@example.org", kind: "email", source: "emails.0" }

it.each([
  ["danger", "mark danger", 0, 1],
  ["warning", "mark warning", 0, 0],
  ["neutral", "remark neutral", 0, 0],
  ["good", "remark good", 1, 0]
] as const)("says of a value that is %s so, and has a check mark only if all is well", (tone, look, checks, listed) => {
  const rows = [{ ...email, mark: { text: "as said", tone } }]
  const card = { notices: [], sections: [{ title: "", rows }] }
  const { container } = render(<CardView card={card} showSources={false} copying={rest} words={words} />)
  const mark = screen.getByText("as said")
  expect(mark.className).toBe(look)
  expect(mark.querySelectorAll("svg")).toHaveLength(checks)
  expect(container.querySelectorAll(".listed")).toHaveLength(listed)
})

it("shows the worst notice first", () => {
  const notices = (["good", "neutral", "danger", "warning"] as const).map((tone) => ({ tone, text: tone }))
  const { container } = render(
    <CardView card={{ notices, sections: [] }} showSources={false} copying={rest} words={words} />
  )
  expect([...container.querySelectorAll(".notice")].map(({ textContent }) => textContent)).toEqual([
    "danger",
    "warning",
    "neutral",
    "good"
  ])
})

it("has an icon of its own for a phone number that must not be called", () => {
  const rowOf = (icon: "phone" | "email", tone: "danger" | "good"): CardRow => ({
    ...email,
    icon,
    mark: { text: "as said", tone }
  })
  const rows = [rowOf("phone", "good"), rowOf("phone", "danger"), rowOf("email", "good"), rowOf("email", "danger")]
  const card = { notices: [], sections: [{ title: "", rows }] }
  const { container } = render(<CardView card={card} showSources={false} copying={rest} words={words} />)
  const [phone, listed, mail, invalidMail] = [...container.querySelectorAll(".picture path")].map((path) =>
    path.getAttribute("d")
  )
  expect(listed).not.toBe(phone)
  expect(invalidMail).toBe(mail)
})

it("shortens the address of a link as people write it, and no other", () => {
  const addresses = ["https://acme.example/", "https://acme.example/about/", "http://acme.example"]
  const rows = addresses.map((value): CardRow => ({ label: "Website", value, kind: "url", source: "" }))
  const card = { notices: [], sections: [{ title: "", rows }] }
  const { container } = render(<CardView card={card} showSources={false} copying={rest} words={words} />)
  const values = [...container.querySelectorAll(".value")].map((value) => [
    value.textContent,
    value.getAttribute("href")
  ])
  expect(values).toEqual([
    ["acme.example", addresses[0]],
    ["acme.example/about/", addresses[1]],
    ["http://acme.example", null]
  ])
})

it("reads an e-mail address as one word, although it is drawn in parts, and links to it alone", () => {
  const rows: ReadonlyArray<CardRow> = [
    email,
    { ...email, value: "on request" },
    { ...email, kind: "text", value: "Perth" }
  ]
  const card = { notices: [], sections: [{ title: "", rows }] }
  const { container } = render(<CardView card={card} showSources={false} copying={rest} words={words} />)
  const values = [...container.querySelectorAll(".value")].map((value) => [
    value.localName,
    value.textContent,
    value.getAttribute("aria-label"),
    value.querySelectorAll(".part").length > 1,
    value.getAttribute("dir")
  ])
  expect(values).toEqual([
    ["a", "mia@example.org", "mia@example.org", true, "ltr"],
    ["span", "on request", null, false, "ltr"],
    ["span", "Perth", null, false, "auto"]
  ])
})

it("shows what a value is if nothing else says so, and has it read in any case", () => {
  const labelsOf = (title: string, ...rows: ReadonlyArray<CardRow>) => {
    const card = { notices: [], sections: [{ title, rows }] }
    const { container, unmount } = render(<CardView card={card} showSources={false} copying={rest} words={words} />)
    const labels = [...container.querySelectorAll("dt")].map(({ textContent, className }) => [textContent, className])
    unmount()
    return labels
  }
  expect(labelsOf("", email)).toEqual([["E-mail", "what"]])
  expect(labelsOf("", { ...email, detail: "work" })).toEqual([["E-mail", "unseen"]])
  // Its heading says it.
  expect(labelsOf("Contact", email)).toEqual([["E-mail", "unseen"]])
  expect(labelsOf("Contact", { ...email, icon: "email" })).toEqual([["E-mail", "what"]])
  expect(labelsOf("Contact", email, email)).toEqual([
    ["E-mail", "what"],
    ["E-mail", "what"]
  ])
})

it("shows the first of many contacts, and all of them by a click", () => {
  const rows = Array.from({ length: 7 }, (_, n) => ({ ...email, value: `${n}@example.org` }))
  const card = { notices: [], sections: [{ title: "", rows }] }
  const { container } = render(<CardView card={card} showSources={false} copying={rest} words={words} />)
  const shown = () => [...container.querySelectorAll(".value")].map(({ textContent }) => textContent)
  expect(shown()).toEqual(rows.slice(0, 4).map(({ value }) => value))
  fireEvent.click(screen.getByRole("button", { name: "3 more" }))
  expect(shown()).toEqual(rows.map(({ value }) => value))
})

it("shows as copied only the value that was", () => {
  const ids: Array<string> = []
  const copying = { ...rest, copy: (id: string) => void ids.push(id) }
  const card = {
    notices: [],
    sections: ["", "Role"].map((title) => ({ title, rows: [email, { ...email, label: "Other" }] }))
  }
  const { container, rerender } = render(<CardView card={card} showSources={false} copying={copying} words={words} />)
  for (const button of screen.getAllByRole("button")) fireEvent.click(button)
  expect(new Set(ids).size).toBe(4)
  rerender(<CardView card={card} showSources={false} copying={{ ...rest, done: ids[2] }} words={words} />)
  const done = [...container.querySelectorAll(".copy button")].map(({ classList }) => classList.contains("done"))
  expect(done).toEqual([false, false, true, false])
})

it("says where a value comes from, if it is asked for and known", () => {
  const rows = [email, { ...email, source: "" }]
  const card = { notices: [], sections: [{ title: "", rows }] }
  const sources = (showSources: boolean) => {
    const { container, unmount } = render(<CardView {...{ card, showSources, words }} copying={rest} />)
    const found = [...container.querySelectorAll(".source")].map(({ textContent }) => textContent)
    unmount()
    return found
  }
  expect([sources(false), sources(true)]).toEqual([[], ["emails.0"]])
})
