import { describe, expect, it } from "vitest"

import { slimMessage } from "./slim-hints.ts"

const listOf = (...tools: ReadonlyArray<Record<string, unknown>>) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, result: { tools: tools.map((tool) => ({ inputSchema: {}, ...tool })) } })

describe("hints in a list of tools", () => {
  it("lose what is a default of MCP", () => {
    const read = { readOnlyHint: true, destructiveHint: true, idempotentHint: false, openWorldHint: true }
    const defaults = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true }
    expect(slimMessage(listOf({ name: "a", annotations: read }, { name: "b", annotations: defaults }))).toBe(
      listOf({ name: "a", annotations: { readOnlyHint: true } }, { name: "b" })
    )
  })

  it("leave every other message as it is, to the byte", () => {
    for (const line of ["", '{"id": 2, "result": {"content": []}}', '{"result": {"text": "\\"inputSchema\\""} }']) {
      expect(slimMessage(line)).toBe(line)
    }
  })
})
