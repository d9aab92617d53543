/**
 * `inlay tokens`: manages hub tokens for programs and agents. Flags and help; the handlers are in `handlers/tokens.ts`.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"

import * as Flags from "../parsing/flags.ts"
import { reporting } from "../report.ts"

const create = Command.make(
  "create",
  {
    name: Argument.String("name").pipe(Argument.withDescription("What it is for, such as ci")),
    plugin: Flags.plugin,
    plugins: Flags.texts("only-plugin", "PLUGIN", "Only this plugin's steps and accounts; repeatable"),
    accounts: Flags.texts("account", "PLUGIN/NAME", "Only this account; repeatable"),
    tools: Flags.texts("tool", "TOOL-ID", "Only this tool step; repeatable"),
    readOnly: Flags.onOff("read-only", "Nothing that changes data or spends credits"),
    creditsPerDay: Flags.number(
      "credits-per-day",
      "CREDITS",
      (credits) => credits >= 0,
      "a number of credits, 0 or more",
      "The most it may spend in a UTC day, in addition to the accounts' own caps"
    ),
    expiresInDays: Flags.number(
      "expires-in-days",
      "DAYS",
      (days) => days > 0 && days <= 3650,
      "a number of days above 0 and up to 3650",
      "When it expires (default: never)"
    ),
    manages: Flags.onOff(
      "manage",
      "Connects, changes and removes accounts, and creates tokens; cannot be combined with limits"
    )
  },
  ({ plugin, ...options }) =>
    reporting(() => import("../handlers/tokens.ts").then((handler) => handler.create(options)), { files: plugin })
).pipe(
  Command.withShortDescription("Create a token, which is shown only once"),
  Command.withDescription(
    "Creates a token for the hub's HTTP API and MCP endpoint. It is shown only once: only its hash is stored. Whatever it may not use is hidden from it."
  ),
  Command.withExamples([
    { command: "inlay tokens create ci --read-only --expires-in-days 90" },
    { command: "inlay tokens create agent --account codehost/main --credits-per-day 20" }
  ])
)

const revoke = Command.make(
  "revoke",
  { token: Argument.String("token").pipe(Argument.withDescription("Its id, as `inlay tokens` lists it, or its name")) },
  ({ token }) => reporting(() => import("../handlers/tokens.ts").then((handler) => handler.revoke(token)))
).pipe(
  Command.withShortDescription("Revoke a token"),
  Command.withDescription("Revokes a token: it is refused from the next request on."),
  Command.withExamples([{ command: "inlay tokens revoke ci" }])
)

export const tokens = Command.make("tokens", {}, () =>
  reporting(() => import("../handlers/tokens.ts").then((handler) => handler.tokens))
).pipe(
  Command.withShortDescription("List, create and revoke hub tokens"),
  Command.withDescription(
    "Lists the tokens that programs and agents send to `inlay serve`: what each may do, and when it was last used."
  ),
  Command.withSubcommands([create, revoke]),
  Command.withExamples([{ command: "inlay tokens" }, { command: "inlay tokens create ci --read-only" }])
)
