import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"

import { syntax as mcpSyntax } from "./commands/mcp.ts"
import { syntax as runSyntax } from "./commands/run.ts"
import { globalFlags, settingsOfFlags } from "./parsing/globals.ts"
import { unusedServices } from "./parsing/unused-services.ts"
import { readPlainCommand, type PlainCommand } from "./plain-commands.ts"
import { Settings } from "./settings.ts"

const TOOL = "codehost_create_issue"
const plain: ReadonlyArray<ReadonlyArray<string>> = [
  ["run", TOOL],
  ["run", TOOL, "owner=acme", "title=It squeaks", "labels:=[1]", "body=@notes.md", "empty="],
  ["run", "--json", TOOL, "owner=acme"],
  ["run", TOOL, "--json", "owner=--json"],
  ["run", TOOL, "--account", "work", "owner=a=b", "--data", "/tmp/a b", "--json"],
  ["run", "--input", '{"owner":"acme"}', TOOL],
  ["run", TOOL, "--input", "@lookup.json", "--account", " spaced "],
  ["mcp"],
  ["mcp", "--data", "~/inlay data"],
  ["mcp", "--json"]
]
const parsed: ReadonlyArray<ReadonlyArray<string>> = [
  ["run"],
  ["run", "owner=acme"],
  ["run", "true", TOOL],
  ["run", TOOL, "owner"],
  ["run", TOOL, "--json", "false"],
  ["run", TOOL, "--json", "--json"],
  ["run", TOOL, "--json=false"],
  ["run", TOOL, "--account"],
  ["run", TOOL, "--account", ""],
  ["run", TOOL, "--account", "--json"],
  ["run", TOOL, "--account", "a", "--account", "b"],
  ["run", TOOL, "--account=work"],
  ["run", TOOL, "-i", "{}"],
  ["run", TOOL, "--input", "-"],
  ["run", TOOL, "--help"],
  ["run", TOOL, "--database", "postgres://localhost/inlay"],
  ["run", TOOL, "--plugin", "./own.js"],
  ["run", TOOL, "--output", "csv"],
  ["run", TOOL, "--timeout", "5"],
  ["run", TOOL, "--", "owner=acme"],
  ["tools", TOOL],
  ["--json", "run", TOOL],
  ["mcp", "now"],
  ["mcp", "--data"],
  ["mcp", "--input", "{}"],
  ["mcp", "--output-schemas"],
  ["mcp", "--plugin", "./own.js"],
  ["mcp", "--help"]
]

/** Without these flags, `inlay mcp` serves as its plain form does. */
const DEFAULTS = { plugin: [], outputSchemas: false }

/** Parses the same words with `effect/cli`. */
const parse = async (args: ReadonlyArray<string>) => {
  const commands: Array<PlainCommand> = []
  const read = (run: PlainCommand["run"]) => Effect.map(Settings, (settings) => void commands.push({ settings, run }))
  const run = Command.make("run", runSyntax, ({ plugin: _plugin, ...options }) => read(options))
  const mcp = Command.make("mcp", mcpSyntax, (options) => {
    expect(options).toEqual(DEFAULTS)
    return read(undefined)
  })
  const root = Command.make("inlay").pipe(
    Command.withSubcommands([run, mcp]),
    Command.provideEffect(Settings, settingsOfFlags),
    Command.withGlobalFlags(globalFlags)
  )
  await Effect.runPromise(Command.runWith(root, { version: "0" })(args).pipe(Effect.provide(unusedServices)))
  return commands
}

describe("a plain command line", () => {
  it.each(plain.map((args) => ({ args })))("$args: as `effect/cli` reads it", async ({ args }) => {
    expect([readPlainCommand(args)]).toEqual(await parse(args))
  })

  it.each(parsed.map((args) => ({ args })))("$args: is left to the parser", ({ args }) => {
    expect(readPlainCommand(args)).toBeUndefined()
  })
})
