/**
 * Parses common `inlay run` command lines without `effect/cli`, because loading and using that is a sixth of the time
 * of a cached run. Anything else, valid or not, is left to `commands/run.ts`.
 */
import * as Effect from "effect/Effect"

import type { Options } from "./handlers/run.ts"
import { reporting } from "./report.ts"
import { Settings } from "./settings.ts"

export interface PlainRun {
  readonly options: Options
  readonly settings: typeof Settings.Service
}

const TOOL_ID = /^[a-z]+_\w+$/
const FLAGS: ReadonlyArray<string> = ["--account", "--data", "--input"]

/** Separates flags with their values from other words. Returns `undefined` for repeated or ambiguous words. */
const sort = (words: ReadonlyArray<string>) => {
  const values = new Map<string, string>()
  const others: Array<string> = []
  const rest = words.values()
  for (const word of rest) {
    if (!word.startsWith("-")) others.push(word)
    else if (values.has(word)) return undefined
    else if (word === "--json") values.set(word, "")
    else if (FLAGS.includes(word)) {
      const value = rest.next().value ?? ""
      if (value.trim() === "" || value.startsWith("-")) return undefined
      values.set(word, value)
    } else return undefined
  }
  return { values, others }
}

/** Returns `undefined` if the words need the full parser. */
export const readPlainRun = ([command, ...words]: ReadonlyArray<string>): PlainRun | undefined => {
  if (command !== "run") return undefined
  const sorted = sort(words)
  const [tool = "", ...assignments] = sorted?.others ?? []
  if (sorted === undefined || !TOOL_ID.test(tool) || !assignments.every((word) => word.includes("="))) return undefined
  const { values } = sorted
  return {
    settings: { json: values.has("--json"), data: values.get("--data"), database: undefined },
    options: {
      tool,
      assignments,
      input: values.get("--input") ?? "{}",
      fields: undefined,
      output: undefined,
      account: values.get("--account"),
      timeoutSeconds: undefined,
      preview: false,
      maxCredits: undefined,
      unknownCharge: undefined,
      event: undefined
    }
  }
}

export const plainRun = ({ options, settings }: PlainRun) =>
  reporting(
    () => import("./handlers/run.ts"),
    ({ run }) => run(options)
  ).pipe(Effect.provideService(Settings, settings))
