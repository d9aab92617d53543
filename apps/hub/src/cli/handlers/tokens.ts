/** `inlay tokens`: creates, lists and revokes hub tokens. Listing does not create the data directory. */
import { scopeOf } from "@inlay/agent-plugin/Accounts"
import { nearest } from "@inlay/core-http/nearest"
import type { ProviderError, Reason } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { connected } from "../../accounts/plugin-account.ts"
import {
  expiryAfter,
  type HubToken,
  HubTokens,
  layer as hubTokens,
  tokenView
} from "../../agents/credentials/HubTokens.ts"
import { checked } from "../../agents/credentials/new-token.ts"
import { hubError } from "../../hub-error.ts"
import type { Grant } from "../../principals/Principal.ts"
import { AccountRows } from "../../storage/AccountRows.ts"
import * as Storage from "../../storage/Storage.ts"
import { ago } from "../../terminal/ago.ts"
import type { Screen } from "../../terminal/Screen.ts"
import { table } from "../../terminal/table.ts"
import { indentLines } from "../../terminal/wrap.ts"
import { dataDirectory, ifStored, isDirectoryUsed } from "../data-directory.ts"
import { withFlags } from "../parsing/flag-names.ts"
import { allPlugins } from "../plugins.ts"
import type { Report } from "../report.ts"

export interface Options {
  readonly name: string
  /** No limit if empty. */
  readonly plugins: ReadonlyArray<string>
  readonly accounts: ReadonlyArray<string>
  readonly tools: ReadonlyArray<string>
  readonly readOnly: boolean
  readonly creditsPerDay: number | undefined
  readonly expiresInDays: number | undefined
  readonly manages: boolean
}

const inDirectory = <A>(use: Effect.Effect<A, ProviderError | StorageError, HubTokens | Storage.Storage>) =>
  Effect.flatMap(dataDirectory, (directory) =>
    Effect.provide(use, Layer.provideMerge(hubTokens, Storage.layer(directory)))
  )

const number = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 9 })

/** Summarises what a token may do. */
const grantWords = ({ plugins: ids, accounts, tools, readOnly, creditsPerDay, manages }: Grant): string =>
  [
    ...(manages === true ? ["everything, including managing"] : []),
    ...(readOnly ? ["read-only"] : []),
    ...(ids === undefined ? [] : [ids.join(", ")]),
    ...(accounts === undefined ? [] : [accounts.join(", ") || "no account"]),
    ...(tools === undefined ? [] : [tools.join(", ")]),
    ...(creditsPerDay === undefined ? [] : [`${number(creditsPerDay)} credits a day`])
  ].join("; ") || "every tool and account"

const endOf = ({ expiresMillis }: HubToken, now: number): string => {
  if (expiresMillis === undefined) return "never"
  const day = new Date(expiresMillis).toISOString().slice(0, 10)
  return expiresMillis <= now ? `expired ${day}` : day
}

const list = (screen: Screen, all: ReadonlyArray<HubToken>, now: number): string =>
  all.length === 0
    ? "No tokens yet. `inlay tokens create <name>` creates one."
    : table(
        screen,
        [{ title: "Id", fixed: true }, { title: "Name" }, { title: "May use" }, { title: "Ends" }, { title: "Used" }],
        all.map((token) => [
          { text: token.id, paint: screen.style.cyan },
          `${ProviderText.line(token.name)}${token.kind === "extension" ? " (browser)" : ""}`,
          ProviderText.line(grantWords(token.grant), 400),
          endOf(token, now),
          token.lastUsedMillis === undefined ? "never" : ago(token.lastUsedMillis, now)
        ])
      )

export const tokens = Effect.gen(function* () {
  const all = yield* ifStored(inDirectory(HubTokens.use((hub) => hub.list)), [])
  const now = yield* Clock.currentTimeMillis
  return { ok: true, json: all.map(tokenView), text: (screen) => list(screen, all, now) } satisfies Report
})

const ONCE = "It is shown only once. Send it as `Authorization: Bearer ...`; `inlay tokens revoke` revokes it."

const namesakeWords = ({ id, name }: HubToken): string =>
  `Another token is also named ${ProviderText.line(name)}: revoke either by its id. This one's is ${id}.`

export const create = (options: Options) =>
  inDirectory(
    Effect.gen(function* () {
      const plugins = yield* allPlugins
      const { plugins: ids, accounts: names, tools, readOnly, creditsPerDay, expiresInDays, manages } = options
      const storedNames = yield* (yield* AccountRows).names
      const accounts = [
        ...connected(plugins, process.env, storedNames).map(({ account }) => account),
        ...storedNames
      ].map(scopeOf)
      const now = yield* Clock.currentTimeMillis
      const token = yield* checked(plugins, accounts, {
        name: options.name,
        grant: {
          ...(ids.length > 0 && { plugins: ids }),
          ...(names.length > 0 && { accounts: names }),
          ...(tools.length > 0 && { tools }),
          readOnly,
          ...(creditsPerDay !== undefined && { creditsPerDay }),
          ...(manages && { manages })
        },
        expiresMillis: expiryAfter(expiresInDays, now)
      }).pipe(Effect.mapError((error) => withFlags(error)))
      const hub = yield* HubTokens
      const hasNamesake = (yield* hub.list).some(({ name }) => name === token.name)
      const hubToken = yield* hub.create(token)
      const text = Redacted.value(hubToken.text)
      return {
        ok: true,
        json: { ...tokenView(hubToken.token), text },
        text: ({ columns, style }) =>
          [
            style.bold(text),
            "",
            indentLines(`May use: ${grantWords(hubToken.token.grant)}.`, columns, 0),
            indentLines(ONCE, columns, 0),
            ...(hasNamesake ? [indentLines(namesakeWords(hubToken.token), columns, 0)] : [])
          ].join("\n")
      } satisfies Report
    })
  )

const notRevoked = (reason: Reason) => hubError("tokens revoke", { ...reason, nothing: "changed" })

const unknownToken = (all: ReadonlyArray<HubToken>, reference: string) => {
  const names = nearest(reference, [...new Set(all.flatMap(({ id, name }) => [id, name]))])
  return notRevoked({
    _tag: "NotFound",
    what: "There is no token with that id or name.",
    remedy: { to: "chooseName", names },
    known: names
  })
}

const severalTokens = (namesakes: ReadonlyArray<HubToken>, reference: string, now: number) => {
  const each = namesakes.map(
    ({ id, grant, createdMillis }) => `${id} (${grantWords(grant)}, created ${ago(createdMillis, now)})`
  )
  return notRevoked({
    _tag: "Conflict",
    what: `Several tokens are named ${ProviderText.quote(reference)}.`,
    because: "state",
    remedy: { to: "read", text: `Name one by its id: ${each.join(", ")}.` }
  })
}

const endedWords = (count: number): string => {
  if (count === 0) return ""
  return count === 1
    ? " The subscription that it created is switched off."
    : ` The ${number(count)} subscriptions that it created are switched off.`
}

export const revoke = (reference: string) =>
  Effect.gen(function* () {
    if (!(yield* isDirectoryUsed)) return yield* unknownToken([], reference)
    return yield* inDirectory(
      Effect.gen(function* () {
        const hub = yield* HubTokens
        const all = yield* hub.list
        const byId = all.filter(({ id }) => id === reference)
        const matching = byId.length > 0 ? byId : all.filter(({ name }) => name === reference)
        const [token] = matching
        if (token === undefined) return yield* unknownToken(all, reference)
        if (matching.length > 1) return yield* severalTokens(matching, reference, yield* Clock.currentTimeMillis)
        const subscriptions = yield* hub.revoke(token.id)
        if (subscriptions === undefined) return yield* unknownToken(all, reference)
        return {
          ok: true,
          json: { ok: true, id: token.id, name: token.name, subscriptions },
          text: ({ columns }) =>
            indentLines(
              `The token ${ProviderText.line(token.name)} is revoked.${endedWords(subscriptions)}`,
              columns,
              0
            )
        } satisfies Report
      })
    )
  })
