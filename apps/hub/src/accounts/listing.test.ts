import { describe, expect, it } from "vitest"

import { plugins } from "../plugins.gen.ts"
import { accountsOf } from "./listing.ts"

/** A stored account that can be opened. */
const stored = (plugin: string, kind: string) => {
  const named = { plugin, name: "main", kind, id: `${plugin}-id` }
  const account = { ...named, settings: {}, secrets: {}, createdMillis: 0, revision: "1", grant: undefined }
  return { named, account } as unknown as Parameters<typeof accountsOf>[2][number]
}

describe("the list of accounts", () => {
  it("has those that the program cannot use, because it lacks their plugin or kind, and says so of each", () => {
    const { usable, inaccessible } = accountsOf(plugins, {}, [
      stored("parcels", "api_key"),
      stored("codehost", "token"),
      stored("codehost", "carrier_pigeon")
    ])
    expect(usable.map(({ plugin, kind }) => [plugin.id, kind.id])).toEqual([["codehost", "token"]])
    expect(
      inaccessible.map(({ named, problem }) => [named.plugin, named.kind, JSON.stringify(problem.reason)])
    ).toEqual([
      ["parcels", "api_key", expect.stringMatching(/belongs to a plugin that is not part of this inlay.*disconnect/s)],
      ["codehost", "carrier_pigeon", expect.stringMatching(/does not know the account kind.*Update inlay/s)]
    ])
  })
})
