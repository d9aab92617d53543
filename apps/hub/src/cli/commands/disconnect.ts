/**
 * `inlay disconnect`: revokes and removes an account. Flags and help; the handler is `handlers/accounts/disconnect.ts`.
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

export const disconnect = Command.make(
  "disconnect",
  {
    account: Argument.String("account").pipe(
      Argument.withDescription("As `inlay accounts` lists it: plugin/name, or name")
    ),
    plugin: pluginFlag,
    yes: Flag.Boolean("yes").pipe(
      Flag.withAlias("y"),
      Flag.withoutNegation,
      Flag.withDefault(false),
      Flag.withDescription("Skip the confirmation")
    ),
    force: Flag.Boolean("force").pipe(
      Flag.withoutNegation,
      Flag.withDefault(false),
      Flag.withDescription("Remove it here even if it cannot be revoked or decrypted")
    ),
    revokeShared: Flag.Boolean("revoke-shared").pipe(
      Flag.withoutNegation,
      Flag.withDefault(false),
      Flag.withDescription("Revoke it even if that ends other accounts of the same user and app")
    )
  },
  (flags) =>
    reporting(
      Effect.gen(function* () {
        const data = yield* Data
        const handler = yield* Effect.promise(() => import("../handlers/accounts/disconnect.ts"))
        return yield* handler.disconnect({ ...flags, data: Option.getOrUndefined(data) })
      }).pipe(usingFiles(flags.plugin)),
      { what: "Stopped.", remedy: { to: "read", text: "`inlay accounts` lists what is connected." } }
    )
).pipe(
  Command.withShortDescription("Disconnect an account"),
  Command.withDescription(
    "Removes the account's webhooks, revokes its secrets at the provider if possible and if no other account needs them, and deletes the account, its secrets and its cached answers here. Its subscriptions are switched off. The ledger keeps what it spent. Asks first, on a terminal."
  ),
  Command.withExamples([
    { command: "inlay disconnect codehost/main" },
    { command: "inlay disconnect main --yes --json", description: "For programs" }
  ])
)
