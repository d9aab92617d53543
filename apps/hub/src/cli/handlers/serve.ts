/** `inlay serve`: runs the hub's server on a data directory or database until the process is stopped. */
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as References from "effect/References"

import { redactor } from "../../accounts/known-secrets.ts"
import { StoredAccounts } from "../../accounts/StoredAccounts.ts"
import * as Server from "../../agents/http/Server.ts"
import * as Services from "../../agents/http/services.ts"
import { holdDirectory, type Holding } from "../../serving/one-server.ts"
import { isEveryAddress } from "../../serving/ServedAt.ts"
import { CurrentDatabase } from "../../storage/postgres/address.ts"
import { isUsed } from "../../storage/StorageLocation.ts"
import { stringify } from "../../terminal/json-text.ts"
import * as write from "../../terminal/write.ts"
import { buildWhereStale } from "../../web/built.ts"
import { dataDirectory } from "../data-directory.ts"
import { readHubAddress } from "../input/hub-address.ts"
import { isJournal } from "../journal.ts"
import { jsonLogger, logger } from "../logger.ts"
import { allPlugins } from "../plugins.ts"
import { Settings } from "../settings.ts"
import { adviceFor } from "../words.ts"
import { linkTo } from "./console.ts"

export interface Options {
  readonly port: number
  readonly host: string
  readonly url: string | undefined
  readonly allowPrivate: boolean
  readonly allowExec: boolean
  readonly agentRegistration: boolean
}

const log = (text: string) => void process.stderr.write(text)

/** A second Ctrl-C ends the process without waiting. */
const endAtOnce = Effect.sync(() => {
  const end = () => process.exit(130)
  process.once("SIGINT", end)
  process.once("SIGTERM", end)
})

/** A server without a usable key still serves accounts from the environment, so it starts, but says so at once. */
const warnOfKey = Effect.flatMap(StoredAccounts, (vault) => vault.check()).pipe(
  Effect.catchTag("ProviderError", (error) =>
    Effect.logWarning(
      `${error.reason.what} ${adviceFor(error)} Until then, accounts from the environment work; \`inlay doctor\` lists what does not.`
    )
  )
)

export const serve = Effect.fnUntraced(function* (options: Options) {
  const { port, host, url: urlFlag, allowPrivate, allowExec, agentRegistration } = options
  const { json } = yield* Settings
  const plugins = yield* allPlugins
  const url = yield* readHubAddress("serve", urlFlag)
  const directory = yield* dataDirectory
  const isNew = !(yield* isUsed(directory))
  const serving = Effect.fnUntraced(function* (holding: Holding | undefined) {
    yield* Effect.promise(buildWhereStale)
    const at = yield* Server.serve({ port, host, url })
    if (holding !== undefined) yield* holding.note(at.url)
    yield* write.out(json ? stringify({ listening: at.url }) : `listening on ${at.url}`)
    if (url === undefined && isEveryAddress(host)) {
      yield* Effect.logWarning(
        `requests for other addresses than ${at.url} are refused. State the address by which others reach this server, such as --url https://hub.example`
      )
    }
    yield* warnOfKey
    // On first use, the link is printed for whoever started the server. `inlay console` prints further links.
    if (isNew && !json) yield* Effect.flatMap(linkTo(at.url), write.err)
    yield* holding?.untilMoved ?? Effect.never
  })
  const holdingDirectory = Effect.gen(function* () {
    const hasDatabase = (yield* CurrentDatabase) !== undefined
    // A directory can have one server, a database any number. Services begin by taking over what a killed server
    // worked on, so the directory is held before they are built.
    const holding = hasDatabase ? undefined : yield* holdDirectory(directory)
    yield* serving(holding).pipe(
      Effect.onInterrupt(() => endAtOnce),
      Effect.scoped,
      Effect.provide(
        Services.layer(plugins, directory, { allowPrivate, allowExec, signIn: { registration: agentRegistration } })
      )
    )
  })
  yield* holdingDirectory.pipe(
    Effect.scoped,
    // Spans are not exported, so none are recorded.
    Effect.provideService(References.TracerEnabled, false),
    Effect.provide(Logger.layer([json ? jsonLogger(redactor, log) : logger(redactor, log, !isJournal(process.env))]))
  )
})
