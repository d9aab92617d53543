import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"

import { syntax } from "./commands/run.ts"
import { globalFlags, settingsOfFlags } from "./parsing/globals.ts"
import { layer as surroundings } from "./parsing/surroundings.ts"
import { readPlainRun } from "./plain-run.ts"
import { Settings } from "./settings.ts"

const TOOL = "codehost_create_issue"
const plain: ReadonlyArray<ReadonlyArray<string>> = [
  [TOOL],
  [TOOL, "owner=acme", "title=It squeaks", "labels:=[1]", "body=@notes.md", "empty="],
  ["--json", TOOL, "owner=acme"],
  [TOOL, "--json", "owner=--json"],
  [TOOL, "--account", "work", "owner=a=b", "--data", "/tmp/a b", "--json"],
  ["--input", '{"owner":"acme"}', TOOL],
  [TOOL, "--input", "@lookup.json", "--account", " spaced "]
]
const parsed: ReadonlyArray<ReadonlyArray<string>> = [
  [],
  ["owner=acme"],
  ["true", TOOL],
  [TOOL, "owner"],
  [TOOL, "--json", "false"],
  [TOOL, "--json", "--json"],
  [TOOL, "--json=false"],
  [TOOL, "--account"],
  [TOOL, "--account", ""],
  [TOOL, "--account", "--json"],
  [TOOL, "--account", "a", "--account", "b"],
  [TOOL, "--account=work"],
  [TOOL, "-i", "{}"],
  [TOOL, "--input", "-"],
  [TOOL, "--help"],
  [TOOL, "--database", "postgres://localhost/inlay"],
  [TOOL, "--plugin", "./own.js"],
  [TOOL, "--output", "csv"],
  [TOOL, "--timeout", "5"],
  [TOOL, "--", "owner=acme"]
]

/** Parses the same words with `effect/cli`. */
const parse = async (words: ReadonlyArray<string>) => {
  const runs: Array<unknown> = []
  const run = Command.make("run", syntax, ({ plugin: _plugin, ...options }) =>
    Effect.map(Settings, (settings) => void runs.push({ options, settings }))
  )
  const root = Command.make("inlay").pipe(
    Command.withSubcommands([run]),
    Command.provideEffect(Settings, settingsOfFlags),
    Command.withGlobalFlags(globalFlags)
  )
  await Effect.runPromise(Command.runWith(root, { version: "0" })(["run", ...words]).pipe(Effect.provide(surroundings)))
  return runs
}

describe("a plain command line", () => {
  it.each(plain.map((words) => ({ words })))("$words: as `effect/cli` reads it", async ({ words }) => {
    expect([readPlainRun(["run", ...words])]).toEqual(await parse(words))
  })

  it.each(parsed.map((words) => ({ words })))("$words: is left to the parser", ({ words }) => {
    expect(readPlainRun(["run", ...words])).toBeUndefined()
  })

  it("of another command is left to the parser too", () => {
    expect(readPlainRun(["tools", TOOL])).toBeUndefined()
    expect(readPlainRun(["--json", "run", TOOL])).toBeUndefined()
  })
})
