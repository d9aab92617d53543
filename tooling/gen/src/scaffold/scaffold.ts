/**
 * One run of `pnpm new`: makes a plan from the arguments, writes its files if none of them exists, and runs the
 * generators.
 */
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"

import { write } from "../outputs.ts"
import { format } from "./format.ts"
import { UsageError, type Kind } from "./kind.ts"
import { kinds } from "./kinds/index.ts"

const usageOf = ({ arguments: required, name, optional }: Kind) =>
  ["pnpm new", name, ...required.map((one) => `<${one}>`), ...(optional === undefined ? [] : [`[${optional}]`])].join(
    " "
  )

export const help = (): string =>
  [
    "Writes a new unit and its test, ready to edit, and runs the generators.",
    "",
    "Usage:",
    ...kinds.flatMap((kind) => [`  ${usageOf(kind)}`, `      ${kind.summary}`, `      ${kind.example}`]),
    "",
    "Names are kebab-case. Existing files are never overwritten.",
    ""
  ].join("\n")

const kindOf = (name: string): Kind => {
  const kind = kinds.find((one) => one.name === name)
  if (kind !== undefined) return kind
  throw new UsageError(`Unknown kind: ${JSON.stringify(name)}. Kinds: ${kinds.map((one) => one.name).join(", ")}.`)
}

const argumentsOf = (kind: Kind, words: ReadonlyArray<string>): Readonly<Record<string, string>> => {
  const missing = kind.arguments.slice(words.length)
  if (missing.length > 0) {
    throw new UsageError(`${missing.map((name) => `<${name}>`).join(" and ")} missing. Usage: ${usageOf(kind)}`)
  }
  const all = [...kind.arguments, ...(kind.optional === undefined ? [] : [kind.optional])]
  if (words.length > all.length) {
    const rest = words.slice(all.length).map((one) => JSON.stringify(one))
    throw new UsageError(`Too many arguments: ${rest.join(", ")}. Usage: ${usageOf(kind)}`)
  }
  return Object.fromEntries(words.map((word, i) => [all[i] ?? "", word]))
}

/**
 * Runs in a process of its own, because this one may have loaded the plugin as it was before. Returns lines such as
 * `wrote README.md`.
 */
const generate = async (root: string): Promise<ReadonlyArray<string>> => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, "tooling/gen/src/main.ts")])
  return stdout.split("\n").filter((line) => line.startsWith("wrote "))
}

/**
 * @returns the text to print. Fails with a `UsageError` before anything is written, or with the error of a later step.
 */
export const scaffold = async (root: string, [name = "", ...words]: ReadonlyArray<string>): Promise<string> => {
  const kind = kindOf(name)
  const { files, edits = [], next } = await kind.plan(root, argumentsOf(kind, words))
  const existing = files.map(({ path }) => path).filter((path) => existsSync(join(root, path)))
  if (existing.length > 0) throw new UsageError(`Already exists: ${existing.join(", ")}. Nothing was written.`)
  await write(root, [...files, ...edits])
  const paths = [...files, ...edits].map(({ path }) => path)
  const generatedPaths = await format(root, paths)
    .then(() => generate(root))
    .catch((cause: unknown) => {
      throw new Error(
        `${paths.join(", ")} written, but the generators failed. Fix the problem, then run \`pnpm gen\`.`,
        {
          cause
        }
      )
    })
  return [
    ...new Set([...paths.map((path) => `wrote ${path}`), ...generatedPaths]),
    "",
    "Next:",
    ...next.map((line) => `  ${line}`),
    ""
  ].join("\n")
}
