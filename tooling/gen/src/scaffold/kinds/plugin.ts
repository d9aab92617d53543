/**
 * `pnpm new plugin <name>`: a package with every required room, which works against a sandbox of its own. The plugin's id
 * is the name without its dashes; they only say where words begin: `code-host` is the plugin `codehost` with the client
 * `CodeHost`.
 */
import { existsSync } from "node:fs"
import { join } from "node:path"

import { UsageError, type Kind } from "../kind.ts"
import { namesOf } from "../names.ts"
import { fromTemplate } from "../template.ts"

export const plugin: Kind = {
  name: "plugin",
  summary: "a package for one outside service: client, steps, detection, card, sandbox",
  arguments: ["name"],
  example: "pnpm new plugin code-host",
  plan: async (root, { name = "" }) => {
    const { camel, kebab, title } = namesOf(name)
    const { kebab: id } = namesOf(kebab.replaceAll("-", ""))
    const folder = `packages/${id}`
    const taken = ["packages", "apps", "tooling"]
      .map((room) => `${room}/${id}`)
      .find((at) => existsSync(join(root, at)))
    if (taken !== undefined) throw new UsageError(`Already there: ${taken}. Nothing was written.`)
    return {
      newPackage: folder,
      files: await fromTemplate("plugin", folder, {
        starter: id,
        STARTER: id.toUpperCase(),
        Starter: camel.charAt(0).toUpperCase() + camel.slice(1),
        "Starter title": title.charAt(0) + title.slice(1).toLowerCase()
      }),
      next: [
        `Run pnpm install, and commit the lockfile with the package.`,
        `Edit ${folder}/src/vendors.ts and account.ts: where the service is, and how an account is connected.`,
        `Edit ${folder}/sandbox and fixtures until they answer as the service does; then schema, client and internal/errors.ts.`,
        `Add steps and triggers: pnpm new tool-step ${id} <name>, pnpm new trigger ${id} <name>`,
        `Then: pnpm gen && pnpm --filter ./${folder} test`
      ]
    }
  }
}
