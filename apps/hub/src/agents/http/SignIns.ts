/**
 * Sign-ins of accounts that are under way in this server: each takes one answer, of the browser that began it, within ten
 * minutes. What is no answer to one of them ends none.
 */
import { begin, type BrowserSession, type BrowserSignIn, type Grant, type SignIn } from "@inlay/agent-plugin/SignIn"
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import { ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import type { Transport } from "@inlay/core-http/Transport"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"

import { holdInput } from "../../accounts/known-secrets.ts"
import type { StoredAccounts } from "../../accounts/StoredAccounts.ts"
import { hashOf, randomSecret } from "../principals/token-text.ts"
import type { Addresses } from "./Addresses.ts"
import type { accountView } from "./routes/accounts.ts"
import type { Connectable } from "./routes/connectable.ts"
import { judged, store } from "./routes/storing.ts"

/** For a browser; a device's code has its own end. */
const LIFE = Duration.minutes(10)
const MAX_UNDER_WAY = 100

type Needs = Transport | StoredAccounts | Addresses
type Failure = ProviderError | StorageError

export interface Asked {
  readonly one: Connectable
  /** The id of the account whose place it takes. */
  readonly insteadOf: string | undefined
  /** Who began it, and alone may look at it. */
  readonly owner: string
}

/** What is shown of a sign-in. */
export interface Shown {
  readonly id: string
  readonly way: "browser" | "device"
  readonly expiresMillis: number
  readonly url?: string
  readonly userCode?: string
  readonly verificationUri?: string
}

export type Outcome = Exit.Exit<ReturnType<typeof accountView>, Failure>

interface UnderWay {
  readonly shown: Shown
  readonly owner: string
  /** Of one in a browser. */
  readonly waits?: { readonly session: BrowserSession; readonly browserHash: string; readonly asked: Asked }
  /** Of one by device: asks the provider until somebody has agreed. */
  waiting?: Fiber.Fiber<unknown>
  isAnswered: boolean
  outcome: Outcome | undefined
}

/** What became of an answer that came to the redirect address. */
export type Answered = "unknown" | "otherBrowser" | "used" | Outcome

const failed = (provider: string, reason: Reason) => new ProviderError({ provider, operation: "signIn", reason })

const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" || (protocol === "http:" && BaseAddress.isLoopback(hostname))

const unsafe = (provider: string) =>
  failed(provider, {
    _tag: "Refused",
    guard: "baseAddress",
    what: "The address to sign in at is not https, and was not opened.",
    remedy: { to: "checkAddress", of: "signIn" }
  })

export class SignIns extends Context.Service<
  SignIns,
  {
    /** @param browser its secret comes back with the answer, as a cookie of the sign-in's id */
    readonly inBrowser: (
      browser: BrowserSignIn,
      asked: Asked,
      redirectUri: string
    ) => Effect.Effect<{ readonly shown: Shown; readonly browser: Redacted.Redacted }, ProviderError>
    readonly byDevice: (device: NonNullable<SignIn["device"]>, asked: Asked) => Effect.Effect<Shown, ProviderError>
    /** @param browserOf the secret that came back for a sign-in's id */
    readonly answer: (query: URLSearchParams, browserOf: (id: string) => string | undefined) => Effect.Effect<Answered>
    readonly find: (
      id: string,
      owner: string
    ) => Effect.Effect<{ readonly shown: Shown; readonly outcome: Outcome | undefined } | undefined>
    readonly giveUp: (id: string, owner: string) => Effect.Effect<boolean>
  }
>()("@inlay/hub/SignIns") {}

const make = Effect.gen(function* () {
  const services = yield* Effect.context<Needs>()
  const scope: Scope.Scope = yield* Effect.scope
  const all = new Map<string, UnderWay>()

  const tidy = Effect.map(Clock.currentTimeMillis, (now) => {
    for (const [id, { shown }] of all) if (shown.expiresMillis + Duration.toMillis(LIFE) < now) all.delete(id)
    const [oldest] = all.keys()
    if (all.size >= MAX_UNDER_WAY && oldest !== undefined) all.delete(oldest)
    return now
  })

  const finish = ({ one, insteadOf }: Asked, granting: Effect.Effect<Grant, ProviderError, Transport>) =>
    granting.pipe(
      Effect.tap(({ accessToken, refreshToken }) =>
        Effect.sync(() => holdInput(refreshToken === undefined ? [accessToken] : [accessToken, refreshToken]))
      ),
      Effect.flatMap((grant) => store(one, { grant, insteadOf })),
      Effect.provideContext(services),
      Effect.exit
    )

  const isOver = ({ shown }: UnderWay, now: number): boolean => shown.expiresMillis <= now

  return SignIns.of({
    inBrowser: Effect.fnUntraced(function* (browser, asked, redirectUri) {
      const now = yield* tidy
      const account = yield* judged(asked.one)
      const session = yield* begin(browser, account, redirectUri)
      if (!isSafe(session.url)) return yield* unsafe(account.plugin)
      const secret = randomSecret()
      const shown: Shown = {
        id: crypto.randomUUID(),
        way: "browser",
        url: session.url.href,
        expiresMillis: now + Duration.toMillis(LIFE)
      }
      const waits = { session, browserHash: hashOf(secret), asked }
      all.set(shown.id, { shown, owner: asked.owner, waits, isAnswered: false, outcome: undefined })
      return { shown, browser: Redacted.make(secret) }
    }),
    byDevice: Effect.fnUntraced(function* (device, asked) {
      const now = yield* tidy
      const account = yield* judged(asked.one)
      const { userCode, verificationUri, expiresInSeconds, wait } = yield* Effect.provideContext(
        device(account.settings),
        services
      )
      const shown: Shown = {
        id: crypto.randomUUID(),
        way: "device",
        userCode,
        verificationUri,
        expiresMillis: now + expiresInSeconds * 1000
      }
      const entry: UnderWay = { shown, owner: asked.owner, isAnswered: false, outcome: undefined }
      all.set(shown.id, entry)
      entry.waiting = yield* finish(asked, wait).pipe(
        Effect.tap((outcome) =>
          Effect.sync(() => {
            entry.outcome = outcome
          })
        ),
        Effect.forkIn(scope)
      )
      return shown
    }),
    answer: Effect.fnUntraced(function* (query, browserOf) {
      const now = yield* Clock.currentTimeMillis
      const entry = [...all.values()].find((one) => one.waits?.session.isOurs(query) === true)
      if (entry?.waits === undefined || isOver(entry, now)) return "unknown"
      const browser = browserOf(entry.shown.id)
      if (browser === undefined || hashOf(browser) !== entry.waits.browserHash) return "otherBrowser"
      if (entry.isAnswered) return "used"
      entry.isAnswered = true
      // A browser that goes away meanwhile ends nothing: the answer serves once.
      const finishing = yield* Effect.forkIn(finish(entry.waits.asked, entry.waits.session.finish(query)), scope)
      entry.outcome = yield* Fiber.join(finishing)
      return entry.outcome
    }),
    find: (id, owner) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const entry = all.get(id)
        if (entry === undefined || entry.owner !== owner) return undefined
        const { shown, outcome } = entry
        const late = failed(entry.waits?.asked.one.plugin.id ?? "inlay", {
          _tag: "Timeout",
          sent: false,
          what: "Nobody signed in in time.",
          remedy: { to: "signInAgain" }
        })
        return { shown, outcome: outcome ?? (isOver(entry, now) ? Exit.fail(late) : undefined) }
      }),
    giveUp: Effect.fnUntraced(function* (id, owner) {
      const entry = all.get(id)
      if (entry?.owner !== owner) return false
      all.delete(id)
      if (entry.waiting !== undefined) yield* Fiber.interrupt(entry.waiting)
      return true
    })
  })
})

export const layer: Layer.Layer<SignIns, never, Needs> = Layer.effect(SignIns, make)
