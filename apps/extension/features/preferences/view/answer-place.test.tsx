// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import { tellChange } from "../../../messaging/changes.ts"
import type { Send } from "../../../messaging/client.ts"
import { errors } from "../../../tests/samples/failures.ts"
import { AnswerPlace } from "./answer-place.tsx"

afterEach(cleanup)

/** Shows the choice, whose requests are answered on demand, in any order. */
const open = () => {
  const answers: Array<(reply: object) => void> = []
  const send = (() => new Promise((answer) => answers.push(answer))) as unknown as Send
  render(<AnswerPlace send={send} />)
  const [page, popup] = screen.getAllByRole<HTMLInputElement>("radio")
  if (page === undefined || popup === undefined) throw new Error("there is no choice")
  const checked = () => [page.checked, popup.checked]
  return { page, popup, checked, answer: (n: number, reply: object) => answers[n]?.(reply) }
}
const inPage = { ok: true, output: { showInPage: true } }
const saved = { ok: true, output: null }
const failed = { ok: false, error: errors.storage }
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

it("shows the newest choice, whichever answer comes last", async () => {
  const { page, popup, checked, answer } = open()
  fireEvent.click(popup)
  // What was stored before the choice.
  answer(0, inPage)
  await settled()
  expect(checked()).toEqual([false, true])
  fireEvent.click(page)
  answer(2, saved)
  await screen.findByText("Stored")
  answer(1, failed)
  await settled()
  expect([checked(), screen.queryByRole("alert")]).toEqual([[true, false], null])
})

it("shows what was read last, whichever answer comes last", async () => {
  const { checked, answer } = open()
  tellChange({ inlay: "savePreferences" }, { ok: true, output: null })
  await settled()
  answer(1, { ok: true, output: { showInPage: false } })
  await vi.waitFor(() => expect(checked()).toEqual([false, true]))
  answer(0, inPage)
  await settled()
  expect(checked()).toEqual([false, true])
})

it("reverts to what was stored last if a later choice cannot be stored", async () => {
  const { page, popup, checked, answer } = open()
  answer(0, inPage)
  await vi.waitFor(() => expect(checked()).toEqual([true, false]))
  fireEvent.click(popup)
  answer(1, saved)
  await screen.findByText("Stored")
  fireEvent.click(page)
  answer(2, failed)
  await screen.findByRole("alert")
  expect(checked()).toEqual([false, true])
  expect(screen.queryByText("Stored")).toBeNull()
})

it("says that its own choice is stored, and follows that of another page", async () => {
  const { popup, checked, answer } = open()
  answer(0, inPage)
  await vi.waitFor(() => expect(checked()).toEqual([true, false]))
  fireEvent.click(popup)
  answer(1, saved)
  await screen.findByText("Stored")
  const change = async () => {
    tellChange({ inlay: "savePreferences" }, { ok: true, output: null })
    await settled()
  }
  await change()
  answer(2, { ok: true, output: { showInPage: false } })
  await settled()
  expect(screen.queryByText("Stored")).not.toBeNull()
  await change()
  answer(3, inPage)
  await vi.waitFor(() => expect(checked()).toEqual([true, false]))
  expect(screen.queryByText("Stored")).toBeNull()
})
