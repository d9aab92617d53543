/** A small checkout that the generators run over: two core packages, three apps, and a plugin of two steps. */
import { symlink } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

import { tree, type Tree } from "./tree.ts"

const step = (name: string, id: string) => `import * as Schema from "effect/Schema"

export const ${name} = {
  id: "${id}",
  title: "${name}",
  description: "For tests.",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  scopes: [],
  cost: null,
  input: Schema.Struct({ id: Schema.String }),
  output: Schema.Struct({}),
  run: () => undefined
}
`

const app = (name: string) => `${JSON.stringify({ name, dependencies: {} })}\n`

/** Nothing generated is there yet. */
export const checkout = async (): Promise<Tree> => {
  const made = await tree({
    "README.md": "# House\n\n<!-- gen:tool-steps --><!-- /gen -->\n",
    "apps/extension/package.json": app("@inlay/extension"),
    "apps/extension/features/look/page.ts": `export { detect } from "@inlay/demo/detect"\n`,
    "apps/hub/package.json": app("@inlay/hub"),
    "apps/sandbox/package.json": app("@inlay/sandbox"),
    "packages/agent-plugin/src/Plugin.ts": "export {}\n",
    "packages/core-http/src/Client.ts": "export {}\n",
    "packages/demo/package.json": app("@inlay/demo"),
    "packages/demo/src/plugin.ts": `import { toolSteps } from "./tool-steps/index.gen.ts"

export const plugin = { id: "demo", title: "Demo", description: "For tests.", status: "beta", accountKinds: [], toolSteps, triggers: [] }
`,
    "packages/demo/src/client/Demo.ts": `export class Demo extends Context.Service<Demo, DemoClient>()("demo") {}\n`,
    "packages/demo/src/tool-steps/find-one.ts": step("findOne", "demo_find_one"),
    "packages/demo/src/tool-steps/list.ts": step("list", "demo_list")
  })
  const effect = dirname(fileURLToPath(import.meta.resolve("effect/package.json")))
  await symlink(join(effect, ".."), join(made.root, "node_modules"))
  return made
}
