import type { Cost } from "@inlay/agent-plugin/ToolStep"
import { expect, it } from "vitest"

import { slowPlugin } from "../../testing/mcp/slow-plugin.ts"
import { stopResult, type Reach } from "./tools.ts"

it.each<[string, Cost | null, boolean, RegExp]>([
  ["costs nothing", null, true, /done\. Try again in a minute\.$/],
  ["uses a quota", { unit: "quota", upTo: null, note: "" }, true, /done\. Try again in a minute\.$/],
  ["changes something", null, false, /done\. It may have been carried out/],
  ["costs credits", { unit: "credits", upTo: 2, note: "" }, true, /done\. It may have been charged/]
])(
  "a call that %s, and that a stop does not wait for, ends with what may have been done",
  (_, cost, readOnly, text) => {
    const toolSteps = slowPlugin.toolSteps.map((step) => ({ ...step, cost, hints: { ...step.hints, readOnly } }))
    const reach = { plugins: [{ ...slowPlugin, toolSteps }] } as unknown as Reach
    expect(stopResult(reach, "slow_wait")).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(text) }]
    })
  }
)
