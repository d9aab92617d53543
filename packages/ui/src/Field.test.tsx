// @vitest-environment happy-dom
import type { Field as FieldInfo } from "@inlay/agent-plugin/manifest"
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import { Field } from "./Field.tsx"

afterEach(cleanup)

const words = {
  required: "required",
  stored: "Stored.",
  storedFile: "A file is stored.",
  choose: "Choose",
  international: (host: string) => host
}

const open = (over: Partial<FieldInfo>, value = "", stored = false) => {
  const entered: Array<string> = []
  const field: FieldInfo = { name: "it", label: "It", help: "", type: "text", secret: false, required: false, ...over }
  const { container } = render(
    <Field {...{ words, field, value, stored }} error={undefined} onInput={(text) => entered.push(text)} />
  )
  return { entered, text: () => container.textContent }
}

const options = ["monday", "sunday"].map((value) => ({ value, label: value }))
const choices = () => screen.getAllByRole<HTMLOptionElement>("option").map(({ value }) => value)

it("shows what an empty field stands for", () => {
  open({ default: "x-api-key" })
  expect(screen.getByRole<HTMLInputElement>("textbox").placeholder).toBe("x-api-key")
})

it("starts a choice with its default, and otherwise with none", () => {
  open({ type: "choice", options, default: "sunday" })
  expect([screen.getByRole<HTMLSelectElement>("combobox").value, ...choices()]).toEqual(["sunday", "monday", "sunday"])
  cleanup()
  const { entered } = open({ type: "choice", options })
  expect([screen.getByRole<HTMLSelectElement>("combobox").value, ...choices()]).toEqual(["", "", "monday", "sunday"])
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "monday" } })
  expect(entered).toEqual(["monday"])
  cleanup()
  open({ type: "choice", options, default: "sunday" }, "monday")
  expect(screen.getByRole<HTMLSelectElement>("combobox").value).toBe("monday")
})

it("takes a choice as text until its options are there", () => {
  open({ type: "choice", options: "provider" }, "320101")
  expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe("320101")
})

it("hides a secret while it is entered, and lets the browser fill in none", () => {
  const typeOf = (secret: boolean) => {
    open({ secret })
    const { type, autocomplete } = screen.getByLabelText<HTMLInputElement>(/^It/)
    cleanup()
    return [type, autocomplete]
  }
  expect([typeOf(true), typeOf(false)]).toEqual([
    ["password", "new-password"],
    ["text", "off"]
  ])
})

it.each([
  ["", "true", true],
  ["", undefined, false],
  ["false", "true", false],
  ["true", undefined, true]
])("a switch that is set to %j, with the default %j, is on: %s, and a click turns it", (value, preset, isOn) => {
  const { entered } = open({ type: "boolean", ...(preset !== undefined && { default: preset }) }, value)
  const input = screen.getByRole<HTMLInputElement>("switch")
  expect(input.checked).toBe(isOn)
  fireEvent.click(input)
  expect(entered).toEqual([String(!isOn)])
})

it("enters a file's content, and nothing if it cannot be read", async () => {
  const { entered } = open({ type: "file", secret: true })
  const input = screen.getByLabelText(/^It/)
  const choose = (text: () => Promise<string>) =>
    fireEvent.change(input, { target: { files: [{ name: "key", text }] } })
  choose(() => Promise.resolve("{}"))
  await vi.waitFor(() => expect(entered).toEqual(["{}"]))
  choose(() => Promise.reject(new Error("gone")))
  await vi.waitFor(() => expect(entered).toEqual(["{}", ""]))
})

it.each(["text", "file"] as const)("says that a secret %s is stored, which is then not required", (type) => {
  const { text } = open({ type, secret: true, required: true })
  expect(text()).toContain("required")
  expect(text()).not.toContain("stored")
  cleanup()
  const other = open({ type, secret: true, required: true }, "", true)
  expect(other.text()).not.toContain("required")
  if (type === "file") expect(other.text()).toContain("A file is stored.")
  else expect(screen.getByLabelText<HTMLInputElement>(/^It/).placeholder).toBe("Stored.")
})

it.each([
  [undefined, "false", "field-it-help"],
  ["Not a number.", "true", "field-it-help field-it-error"]
])("with the error %j is invalid: %s, and described by %s", (error, invalid, describedBy) => {
  const field: FieldInfo = {
    name: "it",
    label: "It",
    help: "How many.",
    type: "number",
    secret: false,
    required: true
  }
  render(<Field {...{ words, field, error }} note="In whole numbers." value="x" stored={false} onInput={() => {}} />)
  const input = screen.getByRole("textbox")
  expect(["aria-invalid", "aria-describedby"].map((name) => input.getAttribute(name))).toEqual([invalid, describedBy])
  expect(document.querySelector("#field-it-help")?.textContent).toBe("How many. In whole numbers.")
  expect(document.querySelector(".field-error")?.textContent).toBe(error)
  for (const id of describedBy.split(" ")) expect(document.querySelector(`#${id}`)?.textContent).not.toBe("")
})

it.each([
  [true, false, "true"],
  [true, true, "false"],
  [false, false, "false"]
])("that is required: %s, and stored: %s, has to be filled in: %s", (required, stored, expected) => {
  open({ required, secret: true }, "", stored)
  expect(screen.getByLabelText(/^It/).getAttribute("aria-required")).toBe(expected)
})

it("is written from left to right, but for the sentence in place of a stored secret", () => {
  const directionOf = (value: string, stored: boolean) => {
    open({ secret: true }, value, stored)
    const direction = screen.getByLabelText(/^It/).getAttribute("dir")
    cleanup()
    return direction
  }
  expect([directionOf("", true), directionOf("key", true), directionOf("", false)]).toEqual([null, "ltr", "ltr"])
})

it("shows the note about an address whose host is written in other letters", () => {
  const { text } = open({ type: "url" }, "https://münchen.example")
  expect(text()).toContain("xn--mnchen-3ya.example")
})
