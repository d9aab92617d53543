/** `inlay serve`: runs the hub's server. Flags and help; the handler is `handlers/serve.ts`. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { onNamedDatabase } from "../database.ts"
import { checkVariables } from "../input/variables.ts"
import { usingFiles } from "../own-files.ts"
import { Data, Json, textOf } from "../parsing/globals.ts"
import { pluginFlag } from "../parsing/plugin-flag.ts"
import { failing } from "../report.ts"

const DEFAULT_PORT = 4670

export const serve = Command.make(
  "serve",
  {
    plugin: pluginFlag,
    port: Flag.Int("port").pipe(
      Flag.filter(
        (port) => port >= 0 && port <= 65_535,
        () => "a port from 0 (any that is free) to 65535"
      ),
      Flag.withMetavar("PORT"),
      Flag.withDefault(DEFAULT_PORT),
      Flag.withDescription(`Port to listen on (default: ${DEFAULT_PORT})`)
    ),
    host: Flag.String("host").pipe(
      Flag.withMetavar("ADDRESS"),
      Flag.withDefault("127.0.0.1"),
      Flag.withDescription(
        "Address to listen on (default: 127.0.0.1, this machine only). With 0.0.0.0, give --url, too"
      )
    ),
    allowPrivate: Flag.Boolean("allow-private").pipe(
      Flag.withoutNegation,
      Flag.withDefault(false),
      Flag.withDescription(
        "Let accounts from the console and the API, and deliveries, use addresses in private networks and on this machine"
      )
    ),
    allowExec: Flag.Boolean("allow-exec").pipe(
      Flag.withoutNegation,
      Flag.withDefault(false),
      Flag.withDescription(
        "Let those who manage the hub subscribe commands, which it runs on this machine for each event"
      )
    ),
    agentRegistration: Flag.Boolean("agent-registration").pipe(
      Flag.withoutNegation,
      Flag.withDefault(false),
      Flag.withDescription("Let agents without a client document register themselves before they sign in")
    ),
    url: Flag.String("url").pipe(
      Flag.withMetavar("URL"),
      Flag.optional,
      Flag.withDescription("The address at which browsers and agents reach it, such as a proxy's: https://hub.example")
    )
  },
  (flags) =>
    Effect.gen(function* () {
      const data = yield* Data
      const json = yield* Json
      const handler = yield* Effect.promise(() => import("../handlers/serve.ts"))
      yield* checkVariables(process.env).pipe(
        Effect.andThen(
          onNamedDatabase(
            handler.serve({
              port: flags.port,
              host: flags.host,
              url: textOf(flags.url),
              allowPrivate: flags.allowPrivate,
              allowExec: flags.allowExec,
              agentRegistration: flags.agentRegistration,
              json,
              data: Option.getOrUndefined(data)
            })
          )
        ),
        usingFiles(flags.plugin),
        Effect.catch((error) => failing(error, json))
      )
    })
).pipe(
  Command.withShortDescription("Serve the hub: console, HTTP API, agents"),
  Command.withDescription(
    "Runs the hub's server until Ctrl-C, then finishes requests in progress; a second Ctrl-C ends them. `inlay console` prints a link that signs a browser in; `inlay tokens` creates tokens for programs and agents."
  ),
  Command.withExamples([
    { command: "inlay serve" },
    { command: "inlay serve --port 8080 --url https://hub.example", description: "Behind a proxy" },
    {
      command: "inlay serve --host 0.0.0.0 --url http://hub.lan:4670",
      description: "For other machines of a network"
    },
    { command: "inlay serve --plugin ./parcels.js", description: "With a plugin of your own" }
  ])
)
