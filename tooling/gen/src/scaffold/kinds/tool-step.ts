/** `pnpm new tool-step <plugin> <name>`: a step that reads one record over the plugin's `call`, and its test. */
import type { Kind } from "../kind.ts"
import { namesOf } from "../names.ts"
import { pluginService } from "../plugin-service.ts"
import { fromTemplate } from "../template.ts"

export const toolStep: Kind = {
  name: "tool-step",
  summary: "something that agents, commands and pages can ask a plugin to do",
  arguments: ["plugin", "name"],
  example: "pnpm new tool-step salesdata company-report",
  plan: async (root, { plugin = "", name = "" }) => {
    const names = namesOf(name)
    const { folder, service, slash } = await pluginService(root, plugin)
    const path = `${folder}/src/tool-steps/${names.kebab}`
    return {
      files: await fromTemplate("tool-step", folder, {
        starter: plugin,
        Starter: service,
        "`/new-step": `\`${slash}${names.kebab}`,
        '"/new-step': `"${slash}${names.kebab}`,
        "new-step": names.kebab,
        newStep: names.camel,
        new_step: names.snake,
        "New Step": names.title
      }),
      next: [
        `Edit ${path}.ts: description, hints, scopes, cost, input, output, and the operation in run.`,
        `Edit ${path}.test.ts with it; the steps beside it are tested over the simulated provider.`,
        `Then: pnpm gen && pnpm --filter ./${folder} test`
      ]
    }
  }
}
