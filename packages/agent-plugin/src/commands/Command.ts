/**
 * A subcommand that a plugin adds to `inlay`, for work that takes more than one step, such as a report. Defined as
 * plain data in the plugin's `commands` folder. The hub mounts it and loads its handler when it is called.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type * as Command from "effect/cli/Command"
import type * as Effect from "effect/Effect"

import type { Card } from "../Card.ts"
import type { Runner } from "../runner/Runner.ts"
import type { InputFiles } from "./InputFiles.ts"
import type { OutputFiles } from "./OutputFiles.ts"

/** A table of texts. */
export interface CommandTable {
  /** Numbers are aligned to the right. */
  readonly columns: ReadonlyArray<{ readonly title: string; readonly align?: "left" | "right" }>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  /** Summary rows. */
  readonly totals?: ReadonlyArray<ReadonlyArray<string>>
}

/** The result of a command: one JSON document, and how it is displayed to people. */
export interface CommandAnswer {
  readonly json: unknown
  /** Displayed instead of the JSON document in a terminal. If absent, the document is displayed. */
  readonly card?: Card
  /** Displayed with the card, between its facts and its chart. */
  readonly table?: CommandTable
  /** Lines at the end, such as the cost. */
  readonly footer?: ReadonlyArray<string>
}

/** The hub's own options that a command was called with. */
export interface CommandCall {
  /** The account that `--account` names. */
  readonly account: string | undefined
}

/** Runs a command. Steps go through `Runner`. What it reports with `Progress` is displayed while it runs, and a
 * `Notice` at once. */
export type CommandHandler<I> = (
  input: I,
  call: CommandCall
) => Effect.Effect<CommandAnswer, ProviderError, Runner | InputFiles | OutputFiles>

/** A command as the hub mounts it. */
export interface PluginCommand {
  /** One word, in lower case: `inlay <name>`. */
  readonly name: string
  /** A few words, for the list of commands. */
  readonly title: string
  readonly description: string
  readonly examples: ReadonlyArray<{ readonly command: string; readonly description?: string }>
  /** Arguments and flags, as `effect/cli` describes them. The hub adds `--account`, `--data` and `--json`. */
  readonly flags: Command.Command.Config
  /** Loads the handler. */
  readonly load: () => Promise<CommandHandler<never>>
}

/** Makes a command and checks that the handler's input type matches the flags. */
export const make = <const C extends Command.Command.Config>(
  command: Omit<PluginCommand, "flags" | "load"> & {
    readonly flags: C
    readonly load: () => Promise<CommandHandler<Command.Command.Config.Infer<C>>>
  }
): PluginCommand => command
