// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
/**
 * A plugin that the extension has never seen is connected in the settings like any other: its kinds and fields are drawn
 * from its manifest, and the whole worker checks and stores the account.
 */
import { sketchPlugin, startSketchProvider } from "@inlay/agent-plugin/testing/sketch-plugin"
import { cleanup, fireEvent, render, screen, within } from "@testing-library/preact"
import * as Effect from "effect/Effect"
import { afterEach, beforeEach, expect, it, vi } from "vitest"

import type { Send } from "../../../messaging/client.ts"
import type { Reply, RequestName } from "../../../messaging/contract.ts"
import type { Failure } from "../../../messaging/failure.ts"
import { plugins } from "../../../plugins.gen.ts"
import { browserOf } from "../../../tests/hub/paired-worker.ts"
import { SettingsPage } from "../../settings/view/settings.tsx"

/** One that the service accepts. */
const TOKEN = "sketch-token-canary"

const granted = () => Promise.resolve(true)

beforeEach(() =>
  vi.stubGlobal("chrome", {
    permissions: { contains: granted, request: granted, remove: granted },
    runtime: { sendMessage: () => Promise.resolve() }
  })
)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** The settings over a worker that knows one more plugin, whose service answers over real HTTP. */
const open = async () => {
  const service = await startSketchProvider()
  const worker = await Effect.runPromise(browserOf([...plugins, sketchPlugin]).start)
  const send = (async (name: RequestName, input: never) =>
    Effect.runPromise(
      Effect.match(worker.ask(name, input), {
        onSuccess: (output): unknown => ({ ok: true, output }),
        onFailure: (error: Failure) => ({ ok: false, error })
      })
    ) as Promise<Reply<RequestName>>) as Send
  const close = async () => {
    await Effect.runPromise(worker.stop)
    await service.close()
  }
  return { service, close, page: render(<SettingsPage send={send} />) }
}

const choose = async (kind: string) => {
  fireEvent.click(await screen.findByRole("button", { name: "Add a sketch account" }))
  fireEvent.change(await screen.findByLabelText("Connect with"), { target: { value: kind } })
}

const type = (label: RegExp, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } })

const save = () => fireEvent.click(screen.getByRole("button", { name: "Save and check" }))

it("is drawn from its manifest: the account kinds without a sign-in, and an input for each type of field", async () => {
  const { page, close } = await open()
  await choose("service_account")
  const kinds = [...screen.getByLabelText<HTMLSelectElement>("Connect with").options].map(({ text }) => text)
  expect(kinds).toEqual(["Access token", "Refresh token", "Service account"])
  const inputs = [...page.container.querySelectorAll<HTMLInputElement>("form [name]")]
  expect(inputs.map(({ name, type: of }) => [name, of])).toEqual([
    ["data_base_url", "text"],
    ["admin_base_url", "text"],
    ["key_file", "file"],
    ["property", "text"],
    ["week_start", "select-one"],
    ["read_only", "checkbox"]
  ])
  const ids = [...page.container.querySelectorAll("[id]")].map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)])
  await close()
})

it("is checked at its service, stored, and listed", async () => {
  const { service, close } = await open()
  await choose("token")
  type(/^Data address/, service.settings.data_base_url)
  type(/^Admin address/, service.settings.admin_base_url)
  type(/^Access token/, "not-the-token")
  save()
  await screen.findByText(/rejected the account's key/)
  expect(screen.queryByText("default")).toBeNull()
  type(/^Access token/, TOKEN)
  save()
  await screen.findByText(/Saved/)
  const list = within(screen.getByRole("region", { name: "Accounts" }))
  await list.findByText("default")
  // What it does costs nothing.
  expect(screen.queryByRole("heading", { name: "Spending" })).toBeNull()
  await close()
})
