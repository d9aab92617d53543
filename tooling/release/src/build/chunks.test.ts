import { expect, it } from "vitest"

import { chunkNames } from "./chunks.ts"

const imports: Readonly<Record<string, ReadonlyArray<string>>> = {
  "/apps/hub/src/version.ts": [],
  "/apps/hub/src/terminal/lost-output.ts": [],
  "/apps/hub/src/storage/paths.ts": [],
  "/apps/hub/src/cli/completing/answers.ts": ["/apps/hub/src/storage/paths.ts"],
  "/apps/hub/src/program.ts": ["/effect.js", "/apps/hub/src/version.ts"],
  "/apps/hub/src/cli/handlers/run.ts": ["/effect.js", "/runner.ts"],
  "/packages/agent-plugin/src/Plugin.ts": ["/runner.ts"],
  "/packages/agent-plugin/src/steps/ApiCall.ts": [],
  "/apps/hub/src/cli/handlers/mcp.ts": ["/runner.ts", "/mcp.ts"],
  "/apps/hub/src/cli/parsing/parse.ts": ["/effect.js", "/cli.js"],
  "/effect.js": ["/cycle.js"],
  "/cycle.js": ["/effect.js"],
  "/runner.ts": ["/apps/hub/src/storage/paths.ts"],
  "/mcp.ts": [],
  "/cli.js": [],
  "/serve.ts": ["/runner.ts"]
}
const graphOf = (modules: typeof imports) => ({
  getModuleInfo: (id: string) => (modules[id] === undefined ? null : { importedIds: modules[id] })
})

it.each([
  ["/apps/hub/src/storage/paths.ts", "paths"],
  ["/apps/hub/src/cli/completing/answers.ts", "answers"],
  ["/apps/hub/src/version.ts", "version"],
  ["/effect.js", "start"],
  ["/cycle.js", "start"],
  ["/runner.ts", "run"],
  ["/packages/agent-plugin/src/steps/ApiCall.ts", "run"],
  ["/mcp.ts", "mcp"],
  ["/cli.js", "parsing"],
  ["/serve.ts", null]
])("%s is in the chunk %s: that of the first start that reaches it", (id, name) => {
  expect(chunkNames("/apps/hub")(id, graphOf(imports))).toBe(name)
})

it("refuses a start that is no longer a module", () => {
  const { "/apps/hub/src/program.ts": _gone, ...others } = imports
  expect(() => chunkNames("/apps/hub")("/effect.js", graphOf(others))).toThrow("src/program.ts is not a module")
})
