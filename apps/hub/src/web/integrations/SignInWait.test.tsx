// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact"
import { afterEach, beforeEach, expect, it, vi } from "vitest"

import type { SignIn } from "../api/types.ts"
import { SignInWait } from "./SignInWait.tsx"
import { signingIn as words } from "./words.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const signIn: SignIn = { id: "1", way: "device", state: "waiting", userCode: "WDJB-MJHT" } as SignIn

/** Draws the wait, and lets it ask once for each of these answers. */
const wait = async (...answers: ReadonlyArray<() => Promise<Response>>) => {
  const left = [...answers]
  vi.stubGlobal("fetch", () => left.shift()?.() ?? new Promise(() => {}))
  const onDone = vi.fn<() => void>()
  render(<SignInWait signIn={signIn} onDone={onDone} onAgain={() => {}} />)
  await vi.advanceTimersByTimeAsync(1000 * answers.length)
  return onDone
}

const lost = () => Promise.reject(new TypeError("Failed to fetch"))

it("goes on, with its code, if the hub does not answer once, as when a computer wakes", async () => {
  const onDone = await wait(lost)
  expect(screen.getByText("WDJB-MJHT")).toBeDefined()
  expect(screen.queryByRole("alert")).toBeNull()
  cleanup()
  const done = await wait(lost, async () => Response.json({ ...signIn, state: "done", account: { id: "codehost/a" } }))
  expect([onDone.mock.calls.length, done.mock.calls.length]).toEqual([0, 1])
})

it("ends with why if the provider refuses, or the hub no longer knows it", async () => {
  await wait(async () => Response.json({ ...signIn, state: "failed" }))
  expect(screen.getByRole("alert").textContent).toContain(words.over)
  cleanup()
  await wait(async () => Response.json({ error: { message: "No such sign-in." } }, { status: 404 }))
  expect(screen.getByRole("alert").textContent).toContain("No such sign-in.")
})
