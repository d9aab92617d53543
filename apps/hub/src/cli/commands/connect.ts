/** `inlay connect`: checks and stores an account. Flags and help; the handler is `handlers/accounts/connect.ts`. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { usingFiles } from "../own-files.ts"
import { Data, textOf } from "../parsing/globals.ts"
import { pluginFlag } from "../parsing/plugin-flag.ts"
import { reporting } from "../report.ts"

export const connect = Command.make(
  "connect",
  {
    plugin: Argument.String("plugin").pipe(
      Argument.optional,
      Argument.withDescription("The plugin: salesdata, codehost, ...; asked for if omitted")
    ),
    own: pluginFlag,
    kind: Flag.String("kind").pipe(
      Flag.withMetavar("KIND"),
      Flag.optional,
      Flag.withDescription("How to connect, if the plugin has several ways")
    ),
    name: Flag.String("name").pipe(
      Flag.withMetavar("NAME"),
      Flag.optional,
      Flag.withDescription("Account name: a-z, 0-9 and hyphens (default: main)")
    ),
    set: Flag.String("set").pipe(
      Flag.withMetavar("FIELD=VALUE"),
      Flag.atLeast(0),
      Flag.withDescription("A setting, or the path of a key file; repeatable. Never a secret")
    ),
    signIn: Flag.Literals("sign-in", ["browser", "device"]).pipe(
      Flag.withMetavar("WAY"),
      Flag.optional,
      Flag.withDescription("How to sign in, if the service supports both (default: browser)")
    ),
    replace: Flag.Boolean("replace").pipe(
      Flag.withoutNegation,
      Flag.withDefault(false),
      Flag.withDescription("Replace the account of that name, keeping settings that are not given")
    ),
    noCheck: Flag.Boolean("no-check").pipe(
      Flag.withoutNegation,
      Flag.withDefault(false),
      Flag.withDescription("Do not ask the provider whether the account works")
    )
  },
  (flags) =>
    reporting(
      Effect.gen(function* () {
        const data = yield* Data
        const handler = yield* Effect.promise(() => import("../handlers/accounts/connect.ts"))
        return yield* handler.connect({
          plugin: textOf(flags.plugin),
          kind: textOf(flags.kind),
          name: textOf(flags.name),
          set: flags.set,
          signIn: Option.getOrUndefined(flags.signIn),
          replace: flags.replace,
          check: !flags.noCheck,
          data: Option.getOrUndefined(data)
        })
      }).pipe(usingFiles(flags.own)),
      { what: "Stopped.", nothing: "stored" }
    )
).pipe(
  Command.withShortDescription("Connect an account"),
  Command.withDescription(
    "Asks for what the account needs, checks it with the provider at no cost, and stores it with its secrets encrypted. Secrets are typed unseen or read from standard input: the bare secret if the account has only one, otherwise lines of field=value. Nothing is stored if anything is wrong."
  ),
  Command.withExamples([
    { command: "inlay connect", description: "Asks for everything, the plugin too" },
    { command: "inlay connect codehost", description: "Asks for everything else" },
    {
      command: "inlay connect salesdata --set base_url=https://api.provider.example < key.txt",
      description: "Asks nothing: for scripts"
    },
    {
      command: "inlay connect analytics --kind service_account --set key_file=key.json",
      description: "With a key file"
    },
    { command: "inlay connect codehost --name work --replace", description: "New secrets for an account" }
  ])
)
