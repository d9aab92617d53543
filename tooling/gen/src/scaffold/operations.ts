/** Finds the operations of a plugin's client, and what is needed to write a step over one of them. */
import { readFile, readdir } from "node:fs/promises"
import { join, posix } from "node:path"
import { pathToFileURL } from "node:url"

import type { Plugin } from "@inlay/agent-plugin/Plugin"
import type { Operation } from "@inlay/core-http/Operation"
import type * as Schema from "effect/Schema"

import { loadPlugin, pluginFolders } from "../workspace.ts"
import { UsageError } from "./kind.ts"

type AnyOperation = Operation<Schema.Struct.Fields, unknown>
type Step = Plugin["toolSteps"][number]

/** One operation, with its location. */
export interface ClientOperation {
  readonly operation: AnyOperation
  /** From `src/client`: `repositories/Repositories.ts`. */
  readonly file: string
  /** The name of its export. */
  readonly name: string
  /** A step over it, if there is one, and the text of its file. */
  readonly step: Step | undefined
  readonly stepText: string
}

/** What a new step is written from. */
export interface Target {
  /** `packages/<plugin>`. */
  readonly folder: string
  /** The client's class, which a step uses as a service, and its file from `src/client`. */
  readonly service: string
  readonly serviceFile: string
  readonly chosen: ClientOperation
  /** The client's method: `issues.create`. */
  readonly method: string
  /** An input for which the simulated provider has a match; undefined if no step over the operation has one. */
  readonly input: object | undefined
}

const isOperation = (value: unknown): value is AnyOperation =>
  typeof value === "object" && value !== null && "problems" in value && "input" in value && "name" in value

const clientModules = async (folder: string): Promise<ReadonlyArray<string>> =>
  (await readdir(folder, { recursive: true })).filter((file) => /^(?!.*\.(test|gen)\.ts$).*\.ts$/.test(file)).sort()

/** Whether a step names an operation: `Issues.create`, or `over(enrichPerson` if only that is imported. */
const isOver = (stepText: string, file: string, name: string): boolean =>
  new RegExp(`\\b(${posix.basename(file, ".ts")}\\.|over\\()${name}\\b`).test(stepText)

/** The operations of the client in `<folder>/src/client`. */
export const operationsOf = async (folder: string, plugin: Plugin): Promise<ReadonlyArray<ClientOperation>> => {
  const client = join(folder, "src/client")
  const files = await clientModules(client)
  const modules = await Promise.all(
    files.map(async (file) => [file, await import(pathToFileURL(join(client, file)).href)] as const)
  )
  const steps = await Promise.all(
    plugin.toolSteps.map(async (step) => {
      const unit = step.id.slice(step.id.indexOf("_") + 1).replaceAll("_", "-")
      return { step, stepText: await readFile(join(folder, `src/tool-steps/${unit}.ts`), "utf8") }
    })
  )
  const all = modules.flatMap(([file, module]: readonly [string, object]) =>
    Object.entries(module).flatMap(([name, operation]) => {
      if (!isOperation(operation)) return []
      const over = steps.find(({ stepText }) => isOver(stepText, file, name))
      return [{ operation, file, name, ...(over ?? { step: undefined, stepText: "" }) }]
    })
  )
  return all.filter(({ operation }, at) => all.findIndex((other) => other.operation === operation) === at)
}

/** Returns the requested operation. Without a name, prefers one that an existing step reads with. */
const choose = (all: ReadonlyArray<ClientOperation>, name: string | undefined): ClientOperation => {
  const usual = all.filter(({ step }) => step !== undefined)
  const match =
    name === undefined
      ? (usual.find(({ operation, step }) => step?.hints.readOnly && step.output === operation.output) ?? usual[0])
      : all.find(({ operation }) => operation.name === name)
  if (match !== undefined) return match
  const names = all.map(({ operation }) => operation.name).sort()
  throw new UsageError(`Unknown operation: ${JSON.stringify(name)}. Operations: ${names.join(", ") || "none yet"}.`)
}

const SERVICE = /^export class (\w+)\s+extends (?:\/\* @__PURE__ \*\/ )?Context\.Service</m

/** The client as a service: its class, its file from `src/client`, and how its endpoints start. */
export const serviceOf = async (client: string) => {
  const files = await clientModules(client)
  const texts = await Promise.all(files.map((file) => readFile(join(client, file), "utf8")))
  const slash = texts.some((text) => text.includes('pathStyle: "no-leading-slash"')) ? "" : "/"
  for (const [at, text] of texts.entries()) {
    const name = SERVICE.exec(text)?.[1]
    if (name !== undefined) return { name, file: files[at] ?? "", slash }
  }
  throw new UsageError(`No file in ${client} exports the client's service class.`)
}

const isPage = ({ output }: AnyOperation): boolean =>
  "fields" in output && typeof output.fields === "object" && output.fields !== null && "items" in output.fields

/**
 * The method that the existing step calls; otherwise derived from the operation's name. `hooks.list` is that method, but
 * if the list has pages, the method that returns one is `page`. `searchPeople` in `People.ts` is `people.search`.
 */
const methodOf = ({ file, name, operation, stepText }: ClientOperation): string => {
  const method = /\bclient\.(\w+\.(?!preview)\w+)\(/.exec(stepText)?.[1]
  if (method !== undefined) return method
  if (operation.name.includes(".")) return isPage(operation) ? operation.name.replace(/list$/, "page") : operation.name
  const resource = posix.basename(file, ".ts")
  return `${resource.charAt(0).toLowerCase()}${resource.slice(1)}.${/^[a-z]+/.exec(name)?.[0] ?? name}`
}

interface Sandbox {
  readonly makeSandbox: () => {
    readonly describe: (origin: string) => {
      readonly examples: Readonly<Record<string, { readonly match: ReadonlyArray<object> }>>
    }
  }
}

/** Uses only an input that contains no address, because the simulated provider listens on another port each time. */
const inputFor = async (root: string, folder: string, { operation, step }: ClientOperation) => {
  if (step === undefined) return undefined
  const url = pathToFileURL(join(root, folder, "sandbox/src/index.ts")).href
  const { makeSandbox }: Sandbox = await import(url)
  const origin = "http://127.0.0.1:1"
  const inputs = makeSandbox().describe(origin).examples[step.id]?.match ?? []
  return inputs.find((input) => !JSON.stringify(input).includes(origin) && operation.problems(input).length === 0)
}

/** Returns `packages/<plugin>`. Fails with a `UsageError` that lists the plugins. */
export const pluginFolder = async (root: string, plugin: string): Promise<string> => {
  const folders = await pluginFolders(root)
  if (folders.includes(`packages/${plugin}`)) return `packages/${plugin}`
  const names = folders.map((path) => path.slice("packages/".length))
  throw new UsageError(`Unknown plugin: ${JSON.stringify(plugin)}. Plugins: ${names.join(", ") || "none yet"}.`)
}

/** @param operationName such as `issues.create`; without it, an operation that already has a step is chosen */
export const targetOf = async (root: string, plugin: string, operationName: string | undefined): Promise<Target> => {
  const folder = await pluginFolder(root, plugin)
  const chosen = choose(await operationsOf(join(root, folder), await loadPlugin(root, folder)), operationName)
  const { file: serviceFile, name: service } = await serviceOf(join(root, folder, "src/client"))
  const input = await inputFor(root, folder, chosen)
  return { folder, service, serviceFile, chosen, method: methodOf(chosen), input }
}
