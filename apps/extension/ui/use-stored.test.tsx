// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact"
import { useCallback, useState } from "preact/hooks"
import { afterEach, expect, it, vi } from "vitest"

import { tellChange } from "../messaging/changes.ts"
import type { Send } from "../messaging/client.ts"
import { useReply, useStored } from "./use-stored.ts"

afterEach(cleanup)

const change = () => tellChange({ inlay: "saveNote" }, { ok: true, output: null })

/** Each reading is answered by the test, in any order. */
const readings = () => {
  const answers: Array<(text: string) => void> = []
  const View = () => {
    const [text, setText] = useState("nothing yet")
    const read = useCallback(async (isNewest: () => boolean) => {
      const answer = await new Promise<string>((resolve) => answers.push(resolve))
      if (isNewest()) setText(answer)
    }, [])
    const again = useStored(read)
    return <button onClick={again}>{text}</button>
  }
  return { answers, View }
}

it("a reading that is answered after a newer one is not drawn", async () => {
  const { answers, View } = readings()
  render(<View />)
  change()
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.("new")
  await screen.findByText("new")
  answers[0]?.("old")
  await Promise.resolve()
  await new Promise((resolve) => setTimeout(resolve))
  screen.getByText("new")
})

it("a reply that arrives after a newer one is not drawn", async () => {
  const answers: Array<(text: string) => void> = []
  const send = (() =>
    new Promise((answer) => answers.push((text) => answer({ ok: true, output: { text } })))) as unknown as Send
  const View = () => {
    const of = { plugin: "salesdata", account: "default", tabId: 1, subject: "person x" }
    return <p>{useReply(send, "note", of).output?.text}</p>
  }
  render(<View />)
  change()
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.("new")
  await screen.findByText("new")
  answers[0]?.("old")
  await new Promise((resolve) => setTimeout(resolve, 20))
  screen.getByText("new")
})

it("reads again when asked to, and no more once the view is gone", async () => {
  const { answers, View } = readings()
  const { unmount } = render(<View />)
  answers[0]?.("first")
  const button = await screen.findByText("first")
  button.click()
  expect(answers).toHaveLength(2)
  unmount()
  change()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(answers).toHaveLength(2)
})
