/**
 * `inlay console`: prints a link to the running server's console, for users who can read its data directory or
 * database.
 */
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { ConsoleSessions, layer as consoleSessions } from "../../agents/principals/ConsoleSessions.ts"
import { servingAddress } from "../../serving/one-server.ts"
import { CurrentDatabase } from "../../storage/postgres/address.ts"
import * as Storage from "../../storage/Storage.ts"
import * as StorageLocation from "../../storage/StorageLocation.ts"
import { missingHubAddress, readHubAddress } from "../input/hub-address.ts"
import type { Report } from "../report.ts"

const linkOf = (url: string) =>
  Effect.map(
    ConsoleSessions.use(({ link }) => link),
    (secret) => `${url}/sign-in#${Redacted.value(secret)}`
  )

/** The link with an instruction. */
export const linkTo = (url: string) =>
  Effect.map(linkOf(url), (link) => `Open the console, once and within 15 minutes:\n${link}`)

const notServed = (directory: string) =>
  new ProviderError({
    provider: "inlay",
    operation: "console",
    reason: {
      _tag: "NotFound",
      what: `No server runs on the data directory ${directory}.`,
      remedy: { to: "read", text: "Start one with `inlay serve`, or give its directory with --data." }
    }
  })

/** The address of the server that runs on the directory. */
const addressIn = Effect.fnUntraced(function* (directory: string) {
  const address = (yield* StorageLocation.isUsed(directory))
    ? yield* StorageLocation.orUnusable(directory)(servingAddress(directory))
    : undefined
  return address ?? (yield* notServed(directory))
})

export interface Options {
  readonly data: string | undefined
  /** The address of the server, if it is not the one of the data directory. */
  readonly url: string | undefined
}

export const console = Effect.fnUntraced(function* ({ data, url }: Options) {
  const directory = StorageLocation.dataDirectory(data)
  const urlFlag = yield* readHubAddress("console", url)
  if (urlFlag === undefined && (yield* CurrentDatabase) !== undefined) return yield* missingHubAddress("console")
  const address = urlFlag?.origin ?? (yield* addressIn(directory))
  const sessions = Layer.provideMerge(consoleSessions, Storage.layer(directory))
  const link = yield* linkOf(address).pipe(Effect.provide(sessions), StorageLocation.orUnusable(directory))
  const report: Report = {
    ok: true,
    json: { link },
    text: () => `Open it once, within 15 minutes:\n${link}`
  }
  return report
})
