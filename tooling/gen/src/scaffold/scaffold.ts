/** One run of `pnpm new`: arguments to a plan, the plan's files written where nothing stood, the generators after it. */
import { existsSync } from "node:fs"
import { join } from "node:path"

import { generate } from "../generate.ts"
import { write } from "../outputs.ts"
import { pluginFolders } from "../workspace.ts"
import { format } from "./format.ts"
import { UsageError, type Kind } from "./kind.ts"
import { kinds } from "./kinds/index.ts"
import { linkLike } from "./link.ts"

const usageOf = (kind: Kind) => `pnpm new ${kind.name} ${kind.arguments.map((name) => `<${name}>`).join(" ")}`

export const help = (): string =>
  [
    "Writes a new unit and its test, ready to edit, and runs the generators.",
    "",
    "Usage:",
    ...kinds.flatMap((kind) => [`  ${usageOf(kind)}`, `      ${kind.summary}`, `      ${kind.example}`]),
    "",
    "Names are kebab-case. Nothing is written where something of that name stands.",
    ""
  ].join("\n")

const kindOf = (name: string): Kind => {
  const kind = kinds.find((one) => one.name === name)
  if (kind !== undefined) return kind
  throw new UsageError(
    `There is no kind ${JSON.stringify(name)}. Kinds: ${kinds.map((known) => known.name).join(", ")}.`
  )
}

const argumentsOf = (kind: Kind, given: ReadonlyArray<string>): Readonly<Record<string, string>> => {
  const missing = kind.arguments.slice(given.length)
  if (missing.length > 0) {
    throw new UsageError(`${missing.map((name) => `<${name}>`).join(" and ")} missing. Usage: ${usageOf(kind)}`)
  }
  if (given.length > kind.arguments.length) {
    const rest = given.slice(kind.arguments.length).map((word) => JSON.stringify(word))
    throw new UsageError(`Too many arguments: ${rest.join(", ")}. Usage: ${usageOf(kind)}`)
  }
  return Object.fromEntries(kind.arguments.map((name, i) => [name, given[i] ?? ""]))
}

/** @returns what to print. Fails with a `UsageError` before anything is written, or with a later step's own error. */
export const scaffold = async (root: string, [name = "", ...given]: ReadonlyArray<string>): Promise<string> => {
  const kind = kindOf(name)
  const { files, edits = [], newPackage, next } = await kind.plan(root, argumentsOf(kind, given))
  const existing = files.map(({ path }) => path).filter((path) => existsSync(join(root, path)))
  if (existing.length > 0) throw new UsageError(`Already there: ${existing.join(", ")}. Nothing was written.`)
  const [neighbour] = await pluginFolders(root)
  await write(root, [...files, ...edits])
  const written = [...files, ...edits].map(({ path }) => path)
  const finish = async () => {
    await format(root, written)
    if (newPackage !== undefined && neighbour !== undefined) await linkLike(root, newPackage, neighbour)
    return generate(root, false)
  }
  const generated = await finish().catch((cause: unknown) => {
    throw new Error(`${written.join(", ")} written, but the generators failed. Repair that, then run \`pnpm gen\`.`, {
      cause
    })
  })
  return [
    ...new Set([...written, ...generated].map((path) => `wrote ${path}`)),
    "",
    "Next:",
    ...next.map((line) => `  ${line}`),
    ""
  ].join("\n")
}
