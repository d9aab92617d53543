// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import type { Subscription, TriggerDetails } from "../api/types.ts"
import { subscription } from "../testing/subscription.ts"
import { failures } from "../words.ts"
import { ChangeForm } from "./ChangeForm.tsx"
import { SubscribeForm } from "./SubscribeForm.tsx"
import { changing, subscribing } from "./words.ts"

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const trigger: TriggerDetails = {
  id: subscription.trigger,
  title: "New thing",
  plugin: "plugin",
  category: "Things",
  description: "There is a new thing.",
  ways: ["webhook"],
  accounts: ["main"],
  targetSchema: { type: "object", properties: {} },
  filtersSchema: {
    type: "object",
    properties: {
      actor: { type: "string" },
      label: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
      mine: { type: "boolean" },
      outcome: {
        anyOf: [{ enum: ["failed", "cancelled"] }, { type: "array", items: { enum: ["failed", "cancelled"] } }]
      }
    }
  }
}

const one: Subscription = { ...subscription, filters: { label: ["bug", "urgent"], mine: true, outcome: "failed" } }

const answering = (answer: (path: string, method: string) => Response) => {
  const requests: Array<readonly [string, string, unknown]> = []
  vi.stubGlobal(
    "fetch",
    async (path: string, { method = "GET", body }: { readonly method?: string; readonly body?: string } = {}) => {
      requests.push([method, path, body === undefined ? undefined : (JSON.parse(body) as unknown)])
      return answer(path, method)
    }
  )
  return requests
}

it("changes the name and the filters of a subscription, from what is stored", async () => {
  const requests = answering((path) => Response.json(path.includes("/triggers/") ? trigger : one))
  const onChanged = vi.fn()
  render(<ChangeForm one={one} onChanged={onChanged} onClose={() => {}} />)
  fireEvent.input(await screen.findByLabelText(/Name/), { target: { value: " bugs " } })
  fireEvent.input(screen.getByLabelText(/actor/), { target: { value: "ada" } })
  expect(screen.getByRole("group", { name: "outcome" })).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>("failed").checked).toBe(true)
  fireEvent.click(screen.getByLabelText("cancelled"))
  fireEvent.click(screen.getByText(changing.save))
  await expect.poll(() => onChanged.mock.calls.length).toBe(1)
  expect(requests.at(-1)).toEqual([
    "PATCH",
    "/api/subscriptions/sub_1",
    { name: "bugs", filters: { actor: "ada", label: ["bug", "urgent"], mine: true, outcome: ["failed", "cancelled"] } }
  ])
})

it("leaves what another window changed meanwhile: the name, and the filters that were not changed here", async () => {
  const elsewhere = {
    ...one,
    name: "theirs",
    filters: { label: ["bug", "urgent"], mine: false, outcome: "failed", actor: "bob" }
  }
  const requests = answering((path, method) =>
    Response.json(path.includes("/triggers/") ? trigger : method === "GET" ? elsewhere : one)
  )
  const { rerender } = render(<ChangeForm one={one} onChanged={() => {}} onClose={() => {}} />)
  fireEvent.click(await screen.findByLabelText("cancelled"))
  fireEvent.click(screen.getByText(changing.save))
  await expect.poll(() => requests.at(-1)?.[0]).toBe("PATCH")
  expect(requests.at(-1)?.[2]).toEqual({ filters: { ...elsewhere.filters, outcome: ["failed", "cancelled"] } })
  rerender(<ChangeForm one={elsewhere} onChanged={() => {}} onClose={() => {}} />)
  expect(screen.getByLabelText<HTMLInputElement>(/Name/).value).toBe("theirs")
  expect(screen.getByLabelText<HTMLInputElement>("cancelled").checked).toBe(true)
})

it("sends another address only if it was changed, and offers none for a command", async () => {
  const requests = answering((_, method) => Response.json(method === "GET" ? trigger : one))
  const { unmount } = render(<ChangeForm one={one} onChanged={() => {}} onClose={() => {}} />)
  const url = await screen.findByLabelText(subscribing.url)
  fireEvent.input(url, { target: { value: `${one.url} ` } })
  fireEvent.click(screen.getByText(changing.save))
  await expect.poll(() => requests.at(-1)?.[2]).toEqual({})
  fireEvent.input(url, { target: { value: " https://moved.example/ " } })
  fireEvent.click(screen.getByText(changing.save))
  await expect.poll(() => requests.at(-1)?.[2]).toMatchObject({ url: "https://moved.example/" })
  unmount()
  render(<ChangeForm one={{ ...one, destination: "exec" }} onChanged={() => {}} onClose={() => {}} />)
  await screen.findByText(changing.save)
  expect(screen.queryByLabelText(subscribing.url)).toBeNull()
})

it("changes no filter if those that are stored cannot be read, and says why", async () => {
  const requests = answering((path) =>
    path.includes("/triggers/") ? Response.json(trigger) : new Response("{}", { status: 503 })
  )
  render(<ChangeForm one={one} onChanged={() => {}} onClose={() => {}} />)
  fireEvent.click(await screen.findByLabelText("cancelled"))
  fireEvent.click(screen.getByText(changing.save))
  expect(await screen.findByText(failures.unreadable(503))).toBeDefined()
  expect(requests.map(([method]) => method)).toEqual(["GET", "GET"])
})

it("says that a subscription is there already, without the advice for programs", async () => {
  const what = "The subscription triage (sub_1) already starts the same agent for the same events."
  const advice = "Create another with `another: true`."
  const error = { reason: "Conflict", message: `${what} ${advice}`, what, fix: advice, existing: "sub_1" }
  answering(() => Response.json({ error }, { status: 409 }))
  render(<SubscribeForm trigger={trigger} onMade={() => {}} />)
  fireEvent.input(screen.getByLabelText(/Address of the agent/), { target: { value: "https://agent.example/" } })
  fireEvent.click(screen.getByText(subscribing.submit))
  expect(await screen.findByText(what)).toBeDefined()
  expect(screen.queryByText(/another: true/)).toBeNull()
})
