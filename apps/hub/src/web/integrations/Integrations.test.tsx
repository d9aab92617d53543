// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import { sight } from "../testing/sight.ts"
import { failures, searching } from "../words.ts"
import { Integrations } from "./Integrations.tsx"

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const field = { name: "token", label: "Token", type: "text", help: "", secret: true, required: true }
const plugin = {
  id: "codehost",
  title: "Code host",
  description: "Issues",
  accountKinds: [{ id: "token", title: "Token", fields: [field] }]
}
const account = (name: string) => ({
  id: `codehost/${name}`,
  plugin: "codehost",
  name,
  kind: "token",
  settings: {},
  secrets: ["token"],
  ok: true,
  source: "vault",
  problems: []
})

it("keeps what was entered for an account that was renamed or removed elsewhere, and makes no new one of it", async () => {
  let accounts = [account("work")]
  const sent: Array<string> = []
  vi.stubGlobal("fetch", async (path: string, { method = "GET" }: { readonly method?: string } = {}) => {
    if (method !== "GET") sent.push(`${method} ${path}`)
    return Response.json(path === "/api/plugins" ? { plugins: [plugin] } : { accounts })
  })
  render(<Integrations plugin="codehost" action="edit" account="work" />)
  const input = await screen.findByLabelText<HTMLInputElement>(/Token/)
  fireEvent.input(input, { target: { value: "new-token" } })
  accounts = [account("office")]
  document.dispatchEvent(new Event("visibilitychange"))
  await screen.findByText(/removed or renamed in the meantime/)
  expect(screen.getByLabelText<HTMLInputElement>(/Token/).value).toBe("new-token")
  expect(screen.getByRole("heading", { name: "Edit codehost/work" })).toBeDefined()
  expect(screen.queryByRole("button", { name: /Save|Connect/ })).toBeNull()
  fireEvent.submit(screen.getByLabelText(/Token/).closest("form")!)
  expect(sent).toEqual([])
})

it("finds one of many accounts", async () => {
  sight()
  const accounts = Array.from({ length: 300 }, (_, n) => account(`team-${n}`))
  const plugins = [plugin, { ...plugin, id: "salesdata", title: "Sales data" }]
  vi.stubGlobal("fetch", (path: string) => {
    if (path.endsWith("/check")) return new Promise(() => {})
    return Promise.resolve(Response.json(path === "/api/plugins" ? { plugins } : { accounts }))
  })
  render(<Integrations plugin={undefined} action={undefined} account={undefined} />)
  const search = await screen.findByRole("searchbox", { name: searching("account").search })
  expect(screen.getAllByRole("heading", { level: 2 })).toHaveLength(2)
  fireEvent.input(search, { target: { value: "code team-77" } })
  expect(screen.getAllByRole("listitem")).toHaveLength(1)
  expect(screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent)).toEqual(["Code host"])
})

it("has its title while the accounts are loaded, and beside a failure", async () => {
  let answer: (response: Response) => void = () => {}
  vi.stubGlobal("fetch", (path: string) =>
    path === "/api/plugins"
      ? Promise.resolve(Response.json({ plugins: [plugin] }))
      : new Promise((resolve) => (answer = resolve))
  )
  render(<Integrations plugin={undefined} action={undefined} account={undefined} />)
  expect(screen.getByRole("heading", { level: 1 })).toBeDefined()
  answer(new Response("{}", { status: 503 }))
  expect(await screen.findByText(failures.unreadable(503))).toBeDefined()
  expect(screen.getByRole("heading", { level: 1 })).toBeDefined()
})
