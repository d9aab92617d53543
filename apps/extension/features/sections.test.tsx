// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact"
import { afterEach, expect, it } from "vitest"

import type { Page, Section } from "./section.ts"
import { Sections } from "./sections.tsx"

afterEach(cleanup)

const loaded: Array<string> = []
const section = (name: string, host: string): Section => ({
  applies: (address) => address.includes(host),
  view: () => {
    loaded.push(name)
    return Promise.resolve({ View: ({ address }: Page) => <p>{`${name} of ${address}`}</p> })
  }
})
const send = () => Promise.reject(new Error("no section of this test asks the worker"))

it("shows those that apply, in their order, and loads no other", async () => {
  const all = [section("first", "here"), section("second", "elsewhere"), section("third", "here")]
  const { container } = render(<Sections of={all} page={{ address: "https://here.example/", tabId: 1, send }} />)
  expect(container.textContent).toBe("")
  await screen.findByText("third of https://here.example/")
  expect(container.textContent).toBe("first of https://here.example/third of https://here.example/")
  expect(loaded).toEqual(["first", "third"])
})
