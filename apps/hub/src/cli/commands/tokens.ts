/**
 * `inlay tokens`: manages hub tokens for programs and agents. Flags and help; the handlers are in `handlers/tokens.ts`.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { usingFiles } from "../own-files.ts"
import { Data } from "../parsing/globals.ts"
import { pluginFlag } from "../parsing/plugin-flag.ts"
import { reporting } from "../report.ts"

const names = (flag: string, metavar: string, description: string) =>
  Flag.String(flag).pipe(Flag.withMetavar(metavar), Flag.atLeast(0), Flag.withDescription(description))

const amount = (flag: string, metavar: string, isAllowed: (value: number) => boolean, rule: string, text: string) =>
  Flag.Finite(flag).pipe(
    Flag.filter(isAllowed, () => rule),
    Flag.withMetavar(metavar),
    Flag.optional,
    Flag.withDescription(text)
  )

const onOff = (flag: string, description: string) =>
  Flag.Boolean(flag).pipe(Flag.withoutNegation, Flag.withDefault(false), Flag.withDescription(description))

const create = Command.make(
  "create",
  {
    name: Argument.String("name").pipe(Argument.withDescription("What it is for, such as ci")),
    plugin: pluginFlag,
    onlyPlugin: names("only-plugin", "PLUGIN", "Only this plugin's steps and accounts; repeatable"),
    account: names("account", "PLUGIN/NAME", "Only this account; repeatable"),
    tool: names("tool", "TOOL-ID", "Only this tool step; repeatable"),
    readOnly: onOff("read-only", "Nothing that changes data or spends credits"),
    creditsPerDay: amount(
      "credits-per-day",
      "CREDITS",
      (credits) => credits >= 0,
      "a number of credits, 0 or more",
      "The most it may spend in a UTC day, in addition to the accounts' own caps"
    ),
    expiresInDays: amount(
      "expires-in-days",
      "DAYS",
      (days) => days > 0 && days <= 3650,
      "a number of days above 0 and up to 3650",
      "When it expires (default: never)"
    ),
    manage: onOff(
      "manage",
      "Connects, changes and removes accounts, and creates tokens; cannot be combined with limits"
    )
  },
  (flags) =>
    reporting(
      Effect.gen(function* () {
        const data = yield* Data
        const handler = yield* Effect.promise(() => import("../handlers/tokens.ts"))
        const some = (list: ReadonlyArray<string>) => (list.length === 0 ? undefined : list)
        return yield* handler.create({
          name: flags.name,
          plugins: some(flags.onlyPlugin),
          accounts: some(flags.account),
          tools: some(flags.tool),
          readOnly: flags.readOnly,
          creditsPerDay: Option.getOrUndefined(flags.creditsPerDay),
          expiresInDays: Option.getOrUndefined(flags.expiresInDays),
          manages: flags.manage,
          data: Option.getOrUndefined(data)
        })
      }).pipe(usingFiles(flags.plugin))
    )
).pipe(
  Command.withShortDescription("Create a token, which is shown only once"),
  Command.withDescription(
    "Creates a token for the hub's HTTP API and MCP endpoint. It is shown only once: only its hash is stored. Whatever it may not use is hidden from it."
  ),
  Command.withExamples([
    { command: "inlay tokens create ci --read-only --expires-in-days 90" },
    { command: "inlay tokens create agent --account codehost/work --credits-per-day 20" }
  ])
)

const revoke = Command.make(
  "revoke",
  { token: Argument.String("token").pipe(Argument.withDescription("Its id, as `inlay tokens` lists it, or its name")) },
  ({ token }) =>
    reporting(
      Effect.gen(function* () {
        const data = yield* Data
        const handler = yield* Effect.promise(() => import("../handlers/tokens.ts"))
        return yield* handler.revoke(token, Option.getOrUndefined(data))
      })
    )
).pipe(
  Command.withShortDescription("Revoke a token"),
  Command.withDescription("Revokes a token: it is refused from the next request on."),
  Command.withExamples([{ command: "inlay tokens revoke ci" }])
)

export const tokens = Command.make("tokens", {}, () =>
  reporting(
    Effect.gen(function* () {
      const data = yield* Data
      const handler = yield* Effect.promise(() => import("../handlers/tokens.ts"))
      return yield* handler.tokens(Option.getOrUndefined(data))
    })
  )
).pipe(
  Command.withShortDescription("List, create and revoke hub tokens"),
  Command.withDescription(
    "Lists the tokens that programs and agents send to `inlay serve`: what each may do, and when it was last used."
  ),
  Command.withSubcommands([create, revoke]),
  Command.withExamples([{ command: "inlay tokens" }, { command: "inlay tokens create ci --read-only" }])
)
