import { expect, it } from "vitest"

import { manifestFile, schemaSnapshots } from "./plugin-files.ts"
import { demo } from "./testing/plugin.ts"
import { tree } from "./testing/tree.ts"

it("writes a manifest that loads, and holds pure data: no schemas, nothing that runs", async () => {
  const { path, text } = manifestFile("packages/demo", demo)
  expect(path).toBe("packages/demo/src/manifest.gen.ts")
  expect(text.match(/^import .*$/gm)).toEqual([`import type { Manifest } from "@inlay/agent-plugin/manifest"`])
  const { root } = await tree({ "manifest.ts": text })
  const { manifest }: { manifest: unknown } = await import(`${root}/manifest.ts`)
  expect(manifest).toMatchObject({
    id: "demo",
    accountKinds: [
      {
        id: "key",
        fields: [
          { name: "api_key", secret: true },
          { name: "day", default: "7" }
        ]
      }
    ],
    toolSteps: [
      { id: "demo_find_one", scopes: ["read"], cost: { upTo: 2 } },
      { id: "demo_list", cost: null }
    ],
    triggers: [{ id: "demo_new_record", delivery: { via: "webhook" } }]
  })
  expect(text).not.toMatch(/input|output|run|check/)
})

it("writes one schema snapshot a step, under the step's id", () => {
  const [one, list, ...rest] = schemaSnapshots("packages/demo", demo)
  expect(rest).toEqual([])
  expect(list?.path).toBe("packages/demo/src/tool-steps/__snapshots__/demo_list.json")
  expect(one?.path).toBe("packages/demo/src/tool-steps/__snapshots__/demo_find_one.json")
  expect(one?.text.endsWith("}\n")).toBe(true)
  expect(JSON.parse(one?.text ?? "")).toMatchObject({
    id: "demo_find_one",
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
    outputSchema: { type: "object", required: ["record"] }
  })
})
