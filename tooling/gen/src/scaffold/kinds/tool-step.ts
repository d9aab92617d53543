/** `pnpm new tool-step <plugin> <name> [operation]`: makes a step over an operation of the client, and its test. */
import { posix } from "node:path"

import type { Kind } from "../kind.ts"
import { namesOf, type Names } from "../names.ts"
import { targetOf, type Target } from "../operations.ts"

/**
 * The step's hints, scopes and cost, unless a step over the same operation states them already. Assuming that it
 * changes data is the cautious choice.
 */
const unknownStep = {
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  scopes: [],
  cost: null
}

const stepText = (plugin: string, names: Names, { chosen, method, service, serviceFile }: Target): string => {
  const { cost, hints, scopes } = chosen.step ?? unknownStep
  const module = posix.basename(chosen.file, ".ts")
  return `import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"

import { ${service} } from "../client/${serviceFile}"
import * as ${module} from "../client/${chosen.file}"

export const ${names.camel} = ToolStep.over(${module}.${chosen.name}, {
  id: "${plugin}_${names.snake}",
  title: "${names.title}",
  description: "Edit this sentence: agents read here what the step is for, when to use it, and what it costs.",
  hints: ${JSON.stringify(hints)},
  scopes: ${JSON.stringify(scopes)},
  cost: ${JSON.stringify(cost)},
  run: (input) => Effect.flatMap(${service}, (client) => client.${method}(input))
})
`
}

const testText = (plugin: string, { snake }: Names, input: object | undefined): string => {
  const id = JSON.stringify(`${plugin}_${snake}`)
  const match = `
it("calls the service if the input is valid", async () => {
  expect(await run(${id}, input)).toBeTypeOf("object")
  expect((await calls()).length).toBeGreaterThan(0)
})
`
  return `import { expect, it } from "vitest"

import { world } from "../../tests/world.ts"

const { calls, failure${input === undefined ? "" : ", run"} } = world()
const input = ${JSON.stringify(input ?? {})}
${input === undefined ? "" : match}
it("rejects an unknown field before anything is sent", async () => {
  const { reason } = await failure(${id}, { ...input, no_such_field: 1 })
  expect(reason._tag).toBe("Invalid")
  expect(await calls()).toEqual([])
})
`
}

export const toolStep: Kind = {
  name: "tool-step",
  summary: "an action that an agent, a command or a page can run, based on an operation of the plugin's client",
  arguments: ["plugin", "name"],
  optional: "operation",
  example: "pnpm new tool-step codehost read-issue issues.get",
  plan: async (root, { name = "", operation, plugin = "" }) => {
    const names = namesOf(name)
    const target = await targetOf(root, plugin, operation)
    const { chosen, folder, input } = target
    const path = `${folder}/src/tool-steps/${names.kebab}`
    return {
      files: [
        { path: `${path}.ts`, text: stepText(plugin, names, target) },
        { path: `${path}.test.ts`, text: testText(plugin, names, input) }
      ],
      next: [
        `Edit ${path}.ts: description, hints, scopes and cost. It runs ${chosen.operation.name}.`,
        `Edit ${path}.test.ts: ${input === undefined ? "an input that matches, and " : ""}the expected result.`,
        `Then: pnpm gen && pnpm --filter ./${folder} test`
      ]
    }
  }
}
