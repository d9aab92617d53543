/**
 * `inlay disconnect`: revokes and removes an account. Flags and help; the handler is `handlers/accounts/disconnect.ts`.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"

import * as Flags from "../parsing/flags.ts"
import { reporting } from "../report.ts"

export const disconnect = Command.make(
  "disconnect",
  {
    account: Argument.String("account").pipe(
      Argument.withDescription("As `inlay accounts` lists it: plugin/name, or name")
    ),
    plugin: Flags.plugin,
    yes: Flags.yes,
    force: Flags.onOff("force", "Remove it here even if it cannot be revoked or decrypted"),
    revokeShared: Flags.onOff("revoke-shared", "Revoke it even if that ends other accounts of the same user and app")
  },
  ({ plugin, ...flags }) =>
    reporting(() => import("../handlers/accounts/disconnect.ts").then((handler) => handler.disconnect(flags)), {
      files: plugin,
      stop: { what: "Stopped.", remedy: { to: "read", text: "`inlay accounts` lists what is connected." } }
    })
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
