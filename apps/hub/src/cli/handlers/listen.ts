/** `inlay listen`: prints a trigger's events as they arrive, or starts a command for each. */
import { isLoopback } from "@inlay/core-http/BaseAddress"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { redactor } from "../../accounts/known-secrets.ts"
import { hubError, wrongField } from "../../hub-error.ts"
import * as Causes from "../../inbound/chains/causes.ts"
import * as Connections from "../../inbound/connections.ts"
import { dataVariables } from "../../inbound/dispatch/data-variables.ts"
import { runCommand, typedCommand } from "../../inbound/dispatch/run-command.ts"
import { plugins } from "../../plugins.gen.ts"
import * as Runners from "../../runner.ts"
import { stringifyLine } from "../../terminal/json-text.ts"
import { screenOf } from "../../terminal/Screen.ts"
import * as write from "../../terminal/write.ts"
import { dataDirectory } from "../data-directory.ts"
import { HUB_TOKEN, HUB_URL, readHubAddress } from "../input/hub-address.ts"
import { Settings } from "../settings.ts"
import { lineOf, variablesOf, type ListenedEvent } from "./listen/events.ts"
import { followFeed } from "./listen/feed.ts"
import type { HubAddress } from "./listen/hub-request.ts"
import { pollEvents } from "./listen/polling.ts"
import { wantedEvents, type EventChoice } from "./listen/wanted.ts"

export interface Options extends EventChoice {
  readonly account: string | undefined
  readonly hub: string | undefined
  readonly exec: string | undefined
  /** The polling interval without a hub. Defaults to the trigger's. */
  readonly everySeconds: number | undefined
  readonly ownChanges: boolean
}

const note = (text: string) => write.err(redactor.text(text))

const variable = (name: string): string | undefined => {
  const text = process.env[name]?.trim()
  return text === "" ? undefined : text
}

const NO_TOKEN = hubError("listen", {
  _tag: "Unauthorized",
  what: "A hub needs a token.",
  remedy: {
    to: "read",
    text: `Set ${HUB_TOKEN} to one: \`inlay tokens create listen --read-only\` on the hub's machine creates it.`
  },
  nothing: "sent"
})

const hubOf = Effect.fnUntraced(function* (flag: string | undefined) {
  const [text, field] = flag === undefined ? [variable(HUB_URL), HUB_URL] : [flag, "--hub"]
  const url = yield* readHubAddress("listen", text, field)
  const token = variable(HUB_TOKEN)
  if (url === undefined) return undefined
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    return yield* wrongField("listen", field, "must be https, because plain http would expose the token on the network")
  }
  if (token === undefined) return yield* NO_TOKEN
  return { url, token } satisfies HubAddress
})

/** Handles events one at a time, in order. */
const handling =
  ({ exec, ownChanges }: Options, directory: string) =>
  (event: ListenedEvent) =>
    Effect.gen(function* () {
      const { json } = yield* Settings
      const redactedEvent = redactor.json<ListenedEvent>(event)
      yield* write.out(
        json
          ? stringifyLine(redactedEvent)
          : redactor.text(lineOf(screenOf(process.stdout, process.env), redactedEvent))
      )
      if (exec === undefined) return
      if (event.causedBy !== undefined && !ownChanges) {
        return yield* note(
          "The command was not run: a run of this account made this change. Use --own-changes to run it anyway."
        )
      }
      let isLineOpen = false
      const { code, output } = yield* runCommand(typedCommand(exec), {
        stdin: JSON.stringify(event),
        variables: { ...(yield* dataVariables(directory)), ...variablesOf(event) },
        show: (text) => {
          isLineOpen = !text.endsWith("\n")
          // With `--json`, standard output is only for events, because programs read it.
          ;(json ? process.stderr : process.stdout).write(redactor.text(text))
        }
      }).pipe(Effect.onInterrupt(() => note("The command of the last event was still running, and was ended.")))
      // The next event begins on a line of its own, for the programs that read lines.
      if (isLineOpen) yield* (json ? write.err : write.out)("")
      if (code === undefined) yield* note(output)
      else if (code !== 0) yield* note(`The command ended with ${code}.`)
    })

/** As from a variable that is not set: the shell would do nothing, and nobody would know. */
const NO_COMMAND = wrongField("listen", "--exec", "must be a command, such as 'node triage.js'")

const listening = Effect.fnUntraced(function* (options: Options) {
  if (options.exec?.trim() === "") return yield* NO_COMMAND
  const selection = yield* wantedEvents(plugins, options)
  const hub = yield* hubOf(options.hub)
  const directory = yield* dataDirectory
  const handle = handling(options, directory)
  if (hub !== undefined) {
    return yield* followFeed(hub, selection, options.account, handle, note)
  }
  return yield* pollEvents(selection, options, handle, note).pipe(
    Effect.provide(
      Layer.merge(Connections.layer(plugins), Causes.layer).pipe(
        Layer.provideMerge(Runners.connectedServices(plugins, directory))
      )
    )
  )
})

/** Ends when nobody reads the events any more. With a command for each event, it never ends. */
export const listen = (options: Options): Effect.Effect<void, ProviderError | StorageError> => {
  const untilStopped: Effect.Effect<never, ProviderError | StorageError> = listening(options)
  return options.exec === undefined ? Effect.raceFirst(untilStopped, write.readerGone) : untilStopped
}
