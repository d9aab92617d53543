// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import type { Page, Section } from "./section.ts"
import { Sections } from "./sections.tsx"

afterEach(cleanup)

type View = Awaited<ReturnType<Section["view"]>>

const FAILED = "The section second could not be shown: broken."

const shows = (name: string): View => ({ View: ({ address }: Page) => <p>{`${name} of ${address}`}</p> })
const section = (view: () => Promise<View>, host = "here"): Section => ({
  applies: (address) => address.includes(host),
  view
})
const good = (name: string) => section(() => Promise.resolve(shows(name)))
const open = (of: Readonly<Record<string, Section>>) => {
  const send = () => Promise.reject(new Error("no section of this test asks the worker"))
  return render(<Sections of={of} page={{ address: "https://here.example/", tabId: 1, send }} />)
}

it("shows those that apply, in their order, and loads no other", async () => {
  const elsewhere = vi.fn<Section["view"]>()
  const { container } = open({ first: good("first"), second: section(elsewhere, "elsewhere"), third: good("third") })
  expect(container.textContent).toBe("")
  await screen.findByText("third of https://here.example/")
  expect(container.textContent).toBe("first of https://here.example/third of https://here.example/")
  expect(elsewhere).not.toHaveBeenCalled()
})

it("waits for none: a slow one comes later, in its own place", async () => {
  const slow = Promise.withResolvers<View>()
  const { container } = open({ first: section(() => slow.promise), second: good("second") })
  await screen.findByText("second of https://here.example/")
  slow.resolve(shows("first"))
  await screen.findByText("first of https://here.example/")
  expect(container.textContent).toBe("first of https://here.example/second of https://here.example/")
})

const throws = (): never => {
  throw new Error("broken")
}

it.each<[string, Section]>([
  ["cannot be loaded", section(() => Promise.reject(new Error("broken")))],
  ["throws where it is asked for its view", section(throws)],
  ["cannot tell whether it applies", { ...good("never"), applies: throws }],
  ["throws where it is drawn", section(() => Promise.resolve({ View: throws }))]
])("says so in the place of one that %s, and shows the others", async (_, broken) => {
  const { container } = open({ first: good("first"), second: broken, third: good("third") })
  await screen.findByText(FAILED)
  await screen.findByText("third of https://here.example/")
  expect(container.textContent).toBe(`first of https://here.example/${FAILED}third of https://here.example/`)
})
