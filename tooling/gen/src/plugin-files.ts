/**
 * Generates files from plugins: manifests for browsers, snapshots of their tools' schemas, and the schemas for the MCP
 * server.
 */
import { readFile } from "node:fs/promises"
import { join } from "node:path"

import { envOf } from "@inlay/agent-plugin/Environment"
import { manifestOf } from "@inlay/agent-plugin/manifest"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { describe, inputSchema } from "@inlay/agent-plugin/ToolSchema"

import { generatedJson, generatedModule, type Output } from "./outputs.ts"

export const manifestFile = (folder: string, plugin: Plugin): Output =>
  generatedModule(`${folder}/src/manifest.gen.ts`, [
    `import type { Manifest } from "@inlay/agent-plugin/manifest"`,
    "",
    "/** The plugin as pure data: what pages may import. */",
    `export const manifest: Manifest = ${JSON.stringify(manifestOf(plugin), null, 2)}`
  ])

/** One snapshot for each step: a tool's schema is an interface, and a change of it must show in review. */
export const schemaSnapshots = (folder: string, plugin: Plugin): ReadonlyArray<Output> =>
  plugin.toolSteps.map((step) => {
    const namesake = plugin.toolSteps.find(({ id }) => id === step.id)
    if (namesake !== undefined && namesake !== step)
      throw new Error(`two steps have the id ${step.id}: ${namesake.title} and ${step.title}`)
    return generatedJson(`${folder}/src/tool-steps/__snapshots__/${step.id}.json`, describe(step))
  })

/** The environment variables from which accounts are made. */
export const accountVariables = (plugins: ReadonlyArray<Plugin>): Output => {
  const variables = plugins.flatMap(({ id, accountKinds }) =>
    accountKinds.flatMap(({ fields }) => fields.map((field) => ({ name: envOf(id, field), secret: field.secret })))
  )
  const listOf = (list: typeof variables): string =>
    JSON.stringify([...new Set(list.map(({ name }) => name))].sort(), null, 2)
  return generatedModule("apps/hub/src/account-variables.gen.ts", [
    "",
    "/** Every variable of the environment that a plugin's account is made of. */",
    `export const accountVariables: ReadonlyArray<string> = ${listOf(variables)}`,
    "",
    "/** Those of them that hold a secret or the path of a file that does. */",
    `export const secretVariables: ReadonlyArray<string> = ${listOf(variables.filter(({ secret }) => secret))}`
  ])
}

/** The input schemas that the MCP server lists, generated in advance because it starts with every session of an agent. */
export const inputSchemas = (plugins: ReadonlyArray<Plugin>): Output => {
  const schemas = plugins.flatMap(({ toolSteps }) => toolSteps.map((step) => [step.id, inputSchema(step)] as const))
  return generatedModule("apps/hub/src/input-schemas.gen.ts", [
    `import type { ObjectSchema } from "@inlay/agent-plugin/ToolSchema"`,
    "",
    "/** The input schema of every tool step, by its id. */",
    `export const inputSchemas: Readonly<Record<string, ObjectSchema>> = ${JSON.stringify(Object.fromEntries(schemas), null, 2)}`
  ])
}

/** The event in each trigger's example, without the service's own records. Subscriptions are tried with it. */
export const triggerExamples = async (
  root: string,
  plugins: ReadonlyArray<{ readonly folder: string; readonly plugin: Plugin }>
): Promise<Output> => {
  const examples = plugins.flatMap(({ folder, plugin }) =>
    plugin.triggers.map(async ({ id, fixture }) => {
      const { expect } = JSON.parse(await readFile(join(root, folder, `fixtures/${fixture}.json`), "utf8")) as {
        readonly expect: ReadonlyArray<{ readonly raw?: unknown }>
      }
      const [first] = expect
      if (first === undefined) throw new Error(`the example of ${id} has no events`)
      const { raw: _, ...example } = first
      return [id, example] as const
    })
  )
  const byId = Object.fromEntries(await Promise.all(examples))
  return generatedModule("apps/hub/src/trigger-examples.gen.ts", [
    `import type { Occurrence } from "@inlay/agent-plugin/Trigger"`,
    "",
    "/** An event of every trigger, by its id. */",
    `export const triggerExamples: Readonly<Record<string, Occurrence<unknown>>> = ${JSON.stringify(byId, null, 2)}`
  ])
}
