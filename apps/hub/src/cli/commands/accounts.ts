/**
 * `inlay accounts`: lists accounts and rotates the key that seals them. The handlers are `handlers/accounts/list.ts`
 * and `handlers/accounts/rotate-key.ts`.
 */
import * as Command from "effect/cli/Command"

import * as Flags from "../parsing/flags.ts"
import { reporting } from "../report.ts"

const rotateKey = Command.make("rotate-key", {}, () =>
  reporting(() => import("../handlers/accounts/rotate-key.ts").then((handler) => handler.rotateKey), {
    stop: {
      what: "Stopped; all accounts still work, and the old key is still needed.",
      remedy: { to: "read", text: "Run it again." }
    }
  })
).pipe(
  Command.withShortDescription("Encrypt the secrets with a new key"),
  Command.withDescription(
    "Encrypts every stored secret again, with a new key in the key file or with the first key of INLAY_SECRET_KEY. If it is stopped halfway, all accounts still work."
  ),
  Command.withExamples([
    { command: "inlay accounts rotate-key" },
    { command: `INLAY_SECRET_KEY="$NEW,$OLD" inlay accounts rotate-key`, description: "With keys of your own" }
  ])
)

export const accounts = Command.make("accounts", { plugin: Flags.plugin }, ({ plugin }) =>
  reporting(() => import("../handlers/accounts/list.ts").then((handler) => handler.accounts), { files: plugin })
).pipe(
  Command.withShortDescription("List connected accounts"),
  Command.withDescription(
    "Lists the connected accounts with their settings; secrets are never shown. Sends nothing: `inlay doctor` asks the providers."
  ),
  Command.withSubcommands([rotateKey]),
  Command.withExamples([{ command: "inlay accounts" }, { command: "inlay accounts --json" }])
)
