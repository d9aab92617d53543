/**
 * Reads the command lines of scripts and agents, `inlay run` and `inlay mcp` with their common flags, without
 * `effect/cli`, because loading and using that is a sixth of the time of a cached run. Anything else, valid or not, is
 * left to `commands`.
 */
import * as Effect from "effect/Effect"

import type { Options } from "./handlers/run.ts"
import { untilStopped, reporting } from "./report.ts"
import { Settings } from "./settings.ts"

export interface PlainCommand {
  readonly settings: typeof Settings.Service
  /** What to run; `undefined` for `inlay mcp`. */
  readonly run: Options | undefined
}

const TOOL_ID = /^[a-z]+_\w+$/
/** The flags with a value that each command may have. */
const FLAGS: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["run", ["--account", "--data", "--input"]],
  ["mcp", ["--data"]]
])

/** Separates flags with their values from other words. Returns `undefined` for repeated or ambiguous words. */
const sort = (words: ReadonlyArray<string>, flags: ReadonlyArray<string>) => {
  const values = new Map<string, string>()
  const others: Array<string> = []
  const rest = words.values()
  for (const word of rest) {
    if (!word.startsWith("-")) others.push(word)
    else if (values.has(word)) return undefined
    else if (word === "--json") values.set(word, "")
    else if (flags.includes(word)) {
      const value = rest.next().value ?? ""
      if (value.trim() === "" || value.startsWith("-")) return undefined
      values.set(word, value)
    } else return undefined
  }
  return { values, others }
}

/** Returns `undefined` if the words need the full parser. */
export const readPlainCommand = ([command = "", ...words]: ReadonlyArray<string>): PlainCommand | undefined => {
  const flags = FLAGS.get(command)
  const parts = flags && sort(words, flags)
  if (parts === undefined) return undefined
  const { values, others } = parts
  const settings = { json: values.has("--json"), data: values.get("--data"), database: undefined }
  if (command === "mcp") return others.length === 0 ? { settings, run: undefined } : undefined
  const [tool = "", ...assignments] = others
  if (!TOOL_ID.test(tool) || !assignments.every((word) => word.includes("="))) return undefined
  return {
    settings,
    run: {
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

const runTool = (options: Options) => reporting(() => import("./handlers/run.ts").then(({ run }) => run(options)))

const serveTools = untilStopped(() => import("./handlers/mcp.ts").then(({ mcp }) => mcp(false)))

export const plainCommand = ({ run, settings }: PlainCommand) =>
  Effect.provideService(run === undefined ? serveTools : runTool(run), Settings, settings)
