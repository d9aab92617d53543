import { afterEach, expect, it, vi } from "vitest"

import type { Send } from "../../../messaging/client.ts"
import { revokeUnused } from "./permission.ts"

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

/** Gives back these origins while others are in use. @returns the patterns that the browser was asked to remove */
const revoked = async (origins: ReadonlyArray<string>, inUse: ReadonlyArray<string>, firefox: string) => {
  vi.stubEnv("FIREFOX", firefox)
  const remove = vi.fn<(asked: { readonly origins: ReadonlyArray<string> }) => Promise<boolean>>(async () => true)
  vi.stubGlobal("chrome", { permissions: { remove } })
  await revokeUnused((async () => ({ ok: true, output: { origins: inUse } })) as unknown as Send, origins)
  return remove.mock.calls.flatMap(([asked]) => asked.origins)
}

it.each([
  // A pattern of Firefox has no port: it is shared by all ports of its host.
  { firefox: "yes", inUse: ["http://127.0.0.1:4680"], patterns: [] },
  { firefox: "yes", inUse: ["http://localhost:4680"], patterns: ["http://127.0.0.1/*"] },
  { firefox: "", inUse: ["http://127.0.0.1:4680"], patterns: ["http://127.0.0.1:4670/*"] },
  { firefox: "", inUse: ["http://127.0.0.1:4670"], patterns: [] }
])("gives back no permission that something else needs: $inUse, Firefox $firefox", async (one) => {
  expect(await revoked(["http://127.0.0.1:4670"], one.inUse, one.firefox)).toEqual(one.patterns)
})

it("gives back nothing if nobody can say what is in use", async () => {
  const remove = vi.fn()
  vi.stubGlobal("chrome", { permissions: { remove } })
  await revokeUnused((async () => ({ ok: false, error: {} })) as unknown as Send, ["https://api.example"])
  expect(remove).not.toHaveBeenCalled()
})
