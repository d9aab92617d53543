/** `inlay serve`: runs the hub's server. Flags and help; the handler is `handlers/serve.ts`. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"

import { canonicalHost, isHost } from "../../serving/ServedAt.ts"
import * as Flags from "../parsing/flags.ts"
import { untilStopped } from "../report.ts"

const DEFAULT_PORT = 4670

export const serve = Command.make(
  "serve",
  {
    plugin: Flags.plugin,
    port: Flag.Int("port").pipe(
      Flag.filter(
        (port) => port >= 0 && port <= 65_535,
        () => "a port from 0 (any that is free) to 65535"
      ),
      Flag.withMetavar("PORT"),
      Flag.withDefault(DEFAULT_PORT),
      Flag.withDescription(`Port to listen on (default: ${DEFAULT_PORT})`)
    ),
    host: Flags.text(
      "host",
      "ADDRESS",
      "Address to listen on (default: 127.0.0.1, this machine only). With 0.0.0.0, give --url, too"
    ).pipe(
      Flag.map((host = "127.0.0.1") => host),
      Flag.filter(isHost, () => "a name or an address of this machine, such as 127.0.0.1"),
      Flag.map(canonicalHost)
    ),
    allowPrivate: Flags.onOff(
      "allow-private",
      "Let accounts from the console and the API, and deliveries, use addresses in private networks and on this machine"
    ),
    allowExec: Flags.onOff(
      "allow-exec",
      "Let those who manage the hub subscribe commands, which it runs on this machine for each event"
    ),
    agentRegistration: Flags.onOff(
      "agent-registration",
      "Let agents without a client document register themselves before they sign in"
    ),
    url: Flags.text(
      "url",
      "URL",
      "The address at which browsers and agents reach it, such as a proxy's: https://hub.example"
    )
  },
  ({ plugin, ...options }) =>
    untilStopped(() => import("../handlers/serve.ts").then((handler) => handler.serve(options)), plugin)
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
