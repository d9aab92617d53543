// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import type { Account, Kind, RequestError } from "../api/types.ts"
import { AccountForm, type AccountFormProps, type SubmittedAccount } from "./AccountForm.tsx"

afterEach(cleanup)

const text = { type: "text", secret: false, required: false, help: "" } as const

const kind: Kind = {
  id: "api_key",
  title: "API key",
  fields: [
    { ...text, name: "base_url", label: "Base address", type: "url", required: true },
    { ...text, name: "api_key", label: "API key", secret: true, required: true },
    { ...text, name: "cap_day", label: "Day cap", type: "number", proposed: "50" },
    { ...text, name: "free_paths", label: "Free paths", advanced: true }
  ]
}

const stored = {
  name: "main",
  settings: { base_url: "https://a.example", cap_day: "50" },
  secrets: ["api_key"]
} as unknown as Account

/** @returns what was submitted, and a function that draws the form again with an account that is stored by now */
const drawTwice = (props: Partial<AccountFormProps> = {}) => {
  const submissions: Array<SubmittedAccount> = []
  const all: AccountFormProps = {
    kind,
    account: undefined,
    name: "main",
    mending: false,
    isGone: false,
    isBusy: false,
    error: undefined,
    onSubmit: (form) => submissions.push(form),
    ...props
  }
  const { rerender } = render(<AccountForm {...all} />)
  return { submissions, drawStored: (account: Account) => rerender(<AccountForm {...all} account={account} />) }
}
const draw = (props: Partial<AccountFormProps> = {}) => drawTwice(props).submissions

const type = (label: RegExp, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } })

it("sends nothing before what is needed is there, and says every field", () => {
  const submissions = draw()
  fireEvent.click(screen.getByRole("button", { name: "Connect" }))
  expect(submissions).toEqual([])
  expect(screen.getAllByText("Fill this in.")).toHaveLength(2)
  expect(document.activeElement).toBe(screen.getByLabelText(/Base address/))
})

it("does not move the focus while somebody types into one of several fields that are needed", async () => {
  draw()
  fireEvent.click(screen.getByRole("button", { name: "Connect" }))
  const address = screen.getByLabelText(/Base address/)
  await vi.waitFor(() => expect(document.activeElement).toBe(address))
  type(/Base address/, "h")
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(document.activeElement).toBe(address)
})

it("sends what was typed and proposed, and no empty setting", () => {
  const submissions = draw()
  type(/Base address/, "https://a.example")
  type(/API key/, "k")
  fireEvent.click(screen.getByRole("button", { name: "Connect" }))
  expect(submissions).toEqual([
    { name: "main", values: { base_url: "https://a.example", api_key: "k", cap_day: "50" } }
  ])
})

it("sends only what changed of a stored account: a cleared limit, never an empty secret", () => {
  const submissions = draw({ account: stored })
  type(/Day cap/, "")
  fireEvent.click(screen.getByRole("button", { name: "Save" }))
  expect(submissions).toEqual([{ name: "main", values: { cap_day: "" } }])
})

it("leaves what another tab changed meanwhile, and shows it", () => {
  const { submissions, drawStored } = drawTwice({ account: stored })
  type(/Free paths/, "/free")
  drawStored({ ...stored, settings: { base_url: "https://a.example", cap_day: "5" } })
  expect(screen.getByLabelText(/Day cap/)).toHaveProperty("value", "5")
  fireEvent.click(screen.getByRole("button", { name: "Save" }))
  expect(submissions).toEqual([{ name: "main", values: { free_paths: "/free" } }])
})

it("asks for the key again when the address changes", () => {
  const submissions = draw({ account: stored })
  type(/Base address/, "https://b.example")
  fireEvent.click(screen.getByRole("button", { name: "Save" }))
  expect(submissions).toEqual([])
  screen.getByText("The address changed: enter the key that belongs to it.")
  type(/API key/, "k2")
  fireEvent.click(screen.getByRole("button", { name: "Save" }))
  expect(submissions).toEqual([{ name: "main", values: { base_url: "https://b.example", api_key: "k2" } }])
})

it("focuses the key when an account is fixed", () => {
  draw({ account: stored, mending: true })
  expect(document.activeElement).toBe(screen.getByLabelText(/API key/))
})

it("shows what the hub refuses at its field, in the fields that are folded too", () => {
  const error = {
    reason: "Invalid",
    message: "wrong",
    status: 400,
    provider: "inlay",
    operation: "connect",
    fields: [{ field: "values.free_paths", message: "must begin with /" }]
  } satisfies RequestError
  draw({ error })
  expect(screen.getByText("must begin with /").closest("details")?.open).toBe(true)
})

it("offers each way to sign in, and asks for no token", () => {
  const submissions = draw({
    kind: {
      ...kind,
      fields: [{ ...text, name: "token", label: "Token", secret: true, required: true }],
      signIn: ["browser", "device"]
    }
  })
  expect(screen.queryByLabelText(/Token/)).toBeNull()
  fireEvent.click(screen.getByRole("button", { name: "Sign in with a code" }))
  expect(submissions).toEqual([{ name: "main", values: {}, way: "device" }])
})
