/**
 * One subcommand of a plugin: what a person asks at a terminal that is more than one step, such as a report. A plain value
 * in the plugin's `commands` room; the hub mounts it, and loads what it does when it is called.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type * as Command from "effect/cli/Command"
import type * as Effect from "effect/Effect"

import type { Card } from "../Card.ts"
import type { Runner } from "../runner/Runner.ts"
import type { InputFiles } from "./InputFiles.ts"
import type { OutputFiles } from "./OutputFiles.ts"

/** Rows of texts below one another. */
export interface CommandTable {
  /** Numbers stand on the right. */
  readonly columns: ReadonlyArray<{ readonly title: string; readonly align?: "left" | "right" }>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  /** Rows that sum up the others. */
  readonly totals?: ReadonlyArray<ReadonlyArray<string>>
}

/** What a command has to say: one JSON document, and how people see it. */
export interface CommandAnswer {
  readonly json: unknown
  /** Drawn in the place of the document where somebody reads; without it, the document is. */
  readonly card?: Card
  /** Drawn with the card, between its facts and its chart. */
  readonly table?: CommandTable
  /** Lines at the end, such as what it cost. */
  readonly footer?: ReadonlyArray<string>
}

/** What a command is called with besides its own flags. */
export interface CommandCall {
  /** The account that `--account` names. */
  readonly account: string | undefined
}

/** The work of a command, over the only way that steps run. What it says by `Progress` is shown while it works. */
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
  /** Arguments and flags, as `effect/cli` describes them. `--account`, `--data` and `--json` are the hub's. */
  readonly flags: Command.Command.Config
  /** Loads the work. */
  readonly load: () => Promise<CommandHandler<never>>
}

/** A command whose work is held to its flags' types. */
export const make = <const C extends Command.Command.Config>(
  command: Omit<PluginCommand, "flags" | "load"> & {
    readonly flags: C
    readonly load: () => Promise<CommandHandler<Command.Command.Config.Infer<C>>>
  }
): PluginCommand => command
