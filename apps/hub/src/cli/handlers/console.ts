/** `inlay console`: a link to the running server's console, for whoever may read its data directory. */
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { servingAddress } from "../../agents/http/serving/one-server.ts"
import { ConsoleSessions, layer as consoleSessions } from "../../agents/principals/ConsoleSessions.ts"
import * as Hub from "../../runner.ts"
import * as Storage from "../../storage/Storage.ts"
import type { Report } from "../report.ts"

const linkOf = (url: string) =>
  Effect.map(
    ConsoleSessions.use(({ link }) => link),
    (secret) => `${url}/sign-in#${Redacted.value(secret)}`
  )

/** The link, and what it is good for. */
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

export const console = Effect.fnUntraced(function* (data: string | undefined) {
  const directory = Hub.dataDirectory(data)
  const address = (yield* Hub.isUsed(directory))
    ? yield* Hub.orUnusable(directory)(servingAddress(directory))
    : undefined
  if (address === undefined) return yield* notServed(directory)
  const sessions = Layer.provideMerge(consoleSessions, Storage.layer(directory))
  const link = yield* linkOf(address).pipe(Effect.provide(sessions), Hub.orUnusable(directory))
  const report: Report = {
    ok: true,
    json: { link },
    text: () => `Open it once, within 15 minutes:\n${link}`
  }
  return report
})
