/**
 * `inlay console`: prints a link to the running server's console, or signs every browser out, for users who can read its
 * data directory or database.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { ConsoleSessions, layer as consoleSessions } from "../../agents/credentials/ConsoleSessions.ts"
import { hubError, wrongField } from "../../hub-error.ts"
import { servingAddress } from "../../serving/one-server.ts"
import { CurrentDatabase } from "../../storage/postgres/address.ts"
import * as Storage from "../../storage/Storage.ts"
import { isUsed } from "../../storage/StorageLocation.ts"
import { dataDirectory } from "../data-directory.ts"
import { missingHubAddress, readHubAddress } from "../input/hub-address.ts"
import type { Report } from "../report.ts"

const linkOf = (url: string) =>
  Effect.map(
    ConsoleSessions.use(({ link }) => link),
    (secret) => `${url}/sign-in#${Redacted.value(secret)}`
  )

export const linkTo = (url: string) =>
  Effect.map(linkOf(url), (link) => `Open the console, once and within 15 minutes:\n${link}`)

const notServed = (directory: string) =>
  hubError("console", {
    _tag: "NotFound",
    what: `No server runs on the data directory ${directory}.`,
    remedy: { to: "read", text: "Start one with `inlay serve`, or give its directory with --data." }
  })

/** The address of the server that runs on the directory. */
const addressIn = Effect.fnUntraced(function* (directory: string) {
  const address = (yield* isUsed(directory)) ? yield* servingAddress(directory) : undefined
  return address ?? (yield* notServed(directory))
})

const sessionsOf = (directory: string) => Layer.provideMerge(consoleSessions, Storage.layer(directory))

/** @param url the address of the server, if it is not the one of the data directory */
export const console = Effect.fnUntraced(function* (url: string | undefined) {
  const directory = yield* dataDirectory
  const urlFlag = yield* readHubAddress("console", url)
  if (urlFlag === undefined && (yield* CurrentDatabase) !== undefined) return yield* missingHubAddress("console")
  const address = urlFlag?.origin ?? (yield* addressIn(directory))
  const link = yield* Effect.provide(linkOf(address), sessionsOf(directory))
  return {
    ok: true,
    json: { link },
    text: () => `Open it once, within 15 minutes:\n${link}`
  } satisfies Report
})

/**
 * Signs all browsers out. Whoever does so after a theft must not hear that nobody was signed in because it looked at
 * another hub.
 *
 * @param url refused without a database: the sessions of a server elsewhere are not in this data directory
 */
export const signOut = Effect.fnUntraced(function* (url: string | undefined) {
  const directory = yield* dataDirectory
  const database = yield* CurrentDatabase
  if (url !== undefined && database === undefined) {
    return yield* wrongField("console", "--url", "does not say where the sessions are: give --data or --database")
  }
  if (!(yield* isUsed(directory))) return yield* notServed(directory)
  const place = database === undefined ? `the data directory ${directory}` : `the database ${database.name}`
  const ending = ConsoleSessions.use(({ endOthers }) => endOthers(undefined))
  const count = yield* Effect.provide(ending, sessionsOf(directory))
  return {
    ok: true,
    json: { ended: count },
    text: () =>
      count === 0
        ? `No browser was signed in to a server on ${place}.`
        : `Signed ${count} ${count === 1 ? "browser" : "browsers"} out.`
  } satisfies Report
})
