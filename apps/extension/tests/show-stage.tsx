/** Shows the popup's view of a sample stage and records its actions. */
import { render } from "@testing-library/preact"
import { expect, vi } from "vitest"

import { EnrichView } from "../features/enrich/view/view.tsx"
import type { Send } from "../messaging/client.ts"
import { stages } from "./samples/stages.ts"
import { NOW, payer, price } from "./samples/subjects.ts"

export const offerOf = (subject: unknown) => expect.objectContaining({ subject, price, payer })

/** A worker without a note, and without a company for the person. */
const send = ((request: string) =>
  Promise.resolve({ ok: true, output: request === "note" ? { text: "" } : { state: "none" } })) as unknown as Send
export const tab = { address: "", tabId: 7, send }

/**
 * @param over answers and failures of requests, which may change while it is shown, promises of them, or functions of
 *   their inputs
 */
export const show = (
  name: string,
  online = true,
  over: Readonly<Record<string, unknown>> = {},
  place: "first" | "below" = "first"
) => {
  const acts = {
    look: vi.fn<() => void>(),
    settle: vi.fn<(...of: ReadonlyArray<unknown>) => void>(),
    forget: vi.fn<(...given: ReadonlyArray<unknown>) => void>(),
    ask: vi.fn<(...given: ReadonlyArray<unknown>) => void>()
  }
  const onSettings = vi.fn<() => void>()
  const shell = { isFirst: place === "first", onSettings, onAccount: () => undefined }
  const stage = stages[name]
  if (stage === undefined) throw new Error(`no sample ${name}`)
  const answering = (async (request: string, input: never) => {
    if (!Object.hasOwn(over, request)) return send(request as "note", input)
    const either = over[request] as object | ((of: unknown) => object)
    const answer = await (typeof either === "function" ? either(input) : either)
    return "reason" in answer ? { ok: false, error: answer } : { ok: true, output: answer }
  }) as Send
  const own = { ...tab, send: answering }
  const view = render(<EnrichView stage={stage} tab={own} now={NOW} online={online} shell={shell} {...acts} />)
  return { ...acts, onSettings, ...view, text: () => view.container.textContent ?? "" }
}
