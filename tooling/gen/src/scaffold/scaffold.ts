/** One run of `pnpm new`: arguments to a plan, the plan's files written where nothing stood, the generators after it. */
import { existsSync } from "node:fs"
import { join } from "node:path"

import { generate } from "../generate.ts"
import { write } from "../outputs.ts"
import { UsageError, type Kind } from "./kind.ts"
import { kinds, later } from "./kinds/index.ts"

const usageOf = (kind: Kind) => `pnpm new ${kind.name} ${kind.arguments.map((name) => `<${name}>`).join(" ")}`

export const help = (): string =>
  [
    "Writes a new unit and its test, ready to edit, and runs the generators.",
    "",
    "Usage:",
    ...kinds.flatMap((kind) => [`  ${usageOf(kind)}`, `      ${kind.summary}`, `      ${kind.example}`]),
    "",
    `Not made by this command yet: ${later.join(", ")}. Copy the nearest one by hand.`,
    ""
  ].join("\n")

const kindOf = (name: string | undefined): Kind => {
  const made = kinds.map((kind) => kind.name).join(", ")
  if (name === undefined) throw new UsageError(`Say what to make. Kinds: ${made}.`)
  const kind = kinds.find((one) => one.name === name)
  if (kind !== undefined) return kind
  throw new UsageError(
    later.includes(name)
      ? `The kind ${name} cannot be made by this command yet. Kinds: ${made}.`
      : `There is no kind ${JSON.stringify(name)}. Kinds: ${made}.`
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

/** @returns what to print. Fails with a `UsageError` before anything is written, or with a generator's own error. */
export const scaffold = async (root: string, [name, ...given]: ReadonlyArray<string>): Promise<string> => {
  const kind = kindOf(name)
  const { files, next } = await kind.plan(root, argumentsOf(kind, given))
  const existing = files.map(({ path }) => path).filter((path) => existsSync(join(root, path)))
  if (existing.length > 0) throw new UsageError(`Already there: ${existing.join(", ")}. Nothing was written.`)
  await write(root, files)
  const written = files.map(({ path }) => path)
  const generated = await generate(root, false).catch((cause: unknown) => {
    throw new Error(`${written.join(", ")} written, but the generators failed. Repair that, then run \`pnpm gen\`.`, {
      cause
    })
  })
  return [
    ...[...written, ...generated].map((path) => `wrote ${path}`),
    "",
    "Next:",
    ...next.map((line) => `  ${line}`),
    ""
  ].join("\n")
}
