/** `pnpm new tool-step <plugin> <name>`: a step that reads one record over the plugin's `call`, and its test. */
import type { Kind } from "../kind.ts"
import { namesOf, type Names } from "../names.ts"
import { pluginService, type PluginService } from "../plugin-service.ts"

const unit = ({ plugin, service, slash }: PluginService, { kebab, camel, snake, title }: Names) =>
  `import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { ${service} } from "../client/${service}.ts"

export const ${camel} = ToolStep.make({
  id: "${plugin}_${snake}",
  title: "${title}",
  description: "Edit this sentence: agents read here what the step is for, when to use it, and what it costs.",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  scopes: [],
  cost: null,
  input: Schema.Struct({
    id: Schema.String.annotate({ description: "Id of the record" })
  }),
  output: Schema.Struct({ status: Schema.Int, record: Schema.Unknown }),
  run: ({ id }) =>
    Effect.gen(function* () {
      const client = yield* ${service}
      const { status, body } = yield* client.call({
        operation: "${camel}",
        method: "GET",
        endpoint: \`${slash}${kebab}/\${encodeURIComponent(id)}\`
      })
      return { status, record: body }
    })
})
`

const test = ({ plugin, service, slash }: PluginService, { kebab, camel, snake }: Names) =>
  `import type { CallRequest } from "@inlay/core-http/Client"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"

import { ${service} } from "../client/${service}.ts"
import { ${camel} } from "./${kebab}.ts"

const record = { id: "a/1", name: "First" }
const answer = { status: 200, headers: {}, body: record, fetchedAt: "2026-01-01T00:00:00Z", fromCache: false }

/** Runs the step over a client that answers every call with the record, and keeps what was asked. */
const run = async (input: unknown) => {
  const asked: Array<CallRequest> = []
  const calls: Pick<${service}["Service"], "call"> = {
    call: (request) => {
      asked.push(request)
      return Effect.succeed(answer)
    }
  }
  const client = calls as ${service}["Service"]
  const step = Effect.provideService(${camel}.run(input), ${service}, client)
  return { exit: await Effect.runPromiseExit(step), asked }
}

describe("${plugin}_${snake}", () => {
  it("reads one record", async () => {
    const { exit, asked } = await run({ id: record.id })
    expect(exit).toMatchObject({ _tag: "Success", value: { status: 200, record } })
    expect(asked).toMatchObject([{ method: "GET", endpoint: "${slash}${kebab}/a%2F1" }])
  })

  it.each([[{}], [{ id: 1 }], [{ id: "1", other: true }]])("refuses %j before anything is sent", async (input) => {
    const { exit, asked } = await run(input)
    expect(exit._tag).toBe("Failure")
    expect(asked).toEqual([])
  })
})
`

export const toolStep: Kind = {
  name: "tool-step",
  summary: "something that agents, commands and pages can ask a plugin to do",
  arguments: ["plugin", "name"],
  example: "pnpm new tool-step salesdata company-report",
  plan: async (root, { plugin = "", name = "" }) => {
    const names = namesOf(name)
    const service = await pluginService(root, plugin)
    const path = `${service.folder}/src/tool-steps/${names.kebab}`
    return {
      files: [
        { path: `${path}.ts`, text: unit(service, names) },
        { path: `${path}.test.ts`, text: test(service, names) }
      ],
      next: [
        `Edit ${path}.ts: description, hints, scopes, cost, input, output, and the operation in run.`,
        `Edit ${path}.test.ts with it; the steps beside it are tested over the simulated provider.`,
        `Then: pnpm gen && pnpm --filter ./${service.folder} test`
      ]
    }
  }
}
