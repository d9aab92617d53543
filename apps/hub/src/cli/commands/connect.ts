/** `inlay connect`: checks and stores an account. Flags and help; the handler is `handlers/accounts/connect.ts`. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"

import * as Flags from "../parsing/flags.ts"
import { reporting } from "../report.ts"

export const connect = Command.make(
  "connect",
  {
    plugin: Argument.String("plugin").pipe(
      Argument.optional,
      Argument.map((plugin) => Flags.unlessBlank(Option.getOrUndefined(plugin))),
      Argument.withDescription("The plugin: salesdata, codehost, ...; asked for if omitted")
    ),
    own: Flags.plugin,
    kind: Flags.text("kind", "KIND", "How to connect, if the plugin has several ways"),
    name: Flags.text("name", "NAME", "Account name: a-z, 0-9 and hyphens (default: main)"),
    set: Flags.texts("set", "FIELD=VALUE", "A setting, or the path of a key file; repeatable. Never a secret"),
    signIn: Flag.Literals("sign-in", ["browser", "device"]).pipe(
      Flag.withMetavar("WAY"),
      Flags.optional,
      Flag.withDescription("How to sign in, if the service supports both (default: browser)")
    ),
    replace: Flags.onOff("replace", "Replace the account of that name, keeping settings that are not given"),
    noCheck: Flags.onOff("no-check", "Do not ask the provider whether the account works")
  },
  ({ own, ...flags }) =>
    reporting(() => import("../handlers/accounts/connect.ts").then((handler) => handler.connect(flags)), {
      files: own,
      stop: { what: "Stopped.", nothing: "stored" }
    })
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
    { command: "inlay connect codehost --name main --replace", description: "New secrets for an account" }
  ])
)
