/**
 * Account sign-ins in progress, stored in the database, so any server can take a callback: once, from the browser that
 * began the sign-in, and within ten minutes. A callback that matches no sign-in ends none. The server that began a
 * device sign-in waits for it; every server can show it.
 */
import { resume, type BrowserSignIn, type Grant, type SignIn } from "@inlay/agent-plugin/SignIn"
import { ProviderError } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import type { Transport } from "@inlay/core-http/Transport"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"

import type { Addresses } from "../../accounts/Addresses.ts"
import { validated } from "../../accounts/connecting.ts"
import { beginInBrowser, holdGrant, nobodySignedIn } from "../../accounts/signing-in.ts"
import type { StoredAccounts } from "../../accounts/StoredAccounts.ts"
import type { Inbound } from "../../inbound/Inbound.ts"
import { hashOf, randomSecret } from "../../principals/token-text.ts"
import { ConsoleSessions } from "../credentials/ConsoleSessions.ts"
import { HubTokens, tokenIdOf } from "../credentials/HubTokens.ts"
import type { SharedRunners } from "../run-as/run-as.ts"
import { OAuthRecords } from "../sign-in/OAuthRecords.ts"
import { connectable, type AccountRequest, type Connectable } from "./accounts/connectable.ts"
import { store } from "./accounts/storing.ts"
import { errorJson, unreadable } from "./failure.ts"
import type { accountView } from "./routes/accounts/accounts.ts"

/** For sign-ins in a browser; a device code has its own expiry. */
const LIFE = Duration.minutes(10)

type Needs = Transport | StoredAccounts | Addresses | SharedRunners | Inbound
type Failure = ProviderError | StorageError

export interface SignInRequest {
  readonly one: Connectable
  /** The id of the account to replace. */
  readonly replacedId: string | undefined
  /** Who began the sign-in. Nobody else may see it. */
  readonly owner: string
}

/** A sign-in as it is shown to its owner. */
export interface SignInPrompt {
  readonly id: string
  readonly way: "browser" | "device"
  readonly expiresMillis: number
  readonly url?: string
  readonly userCode?: string
  readonly verificationUri?: string
}

/** How a sign-in ended, as it is shown. */
export type Outcome =
  | { readonly state: "done"; readonly account: ReturnType<typeof accountView> }
  | { readonly state: "failed"; readonly error: ReturnType<typeof errorJson>["error"] }

/** A sign-in in progress, stored under its id. */
interface UnderWay {
  readonly shown: SignInPrompt
  readonly owner: string
  readonly plugin: string
  /** For a sign-in in a browser: the `state` under which its `PendingCallback` record is stored. */
  readonly state?: string
  readonly outcome?: Outcome
}

/** What a callback needs, stored under its `state` and deleted when the callback arrives. */
interface PendingCallback {
  readonly id: string
  readonly browserHash: string
  readonly asked: AccountRequest
  readonly insteadOf?: string
  readonly verifier: string
  readonly redirectUri: string
}

const UNDER_WAY = "Account sign-in"
const AWAITED = "Account sign-in's answer"

export type CallbackResult = "unknown" | "otherBrowser" | "used" | Outcome

const failedOutcome = (error: ProviderError): Outcome => ({ state: "failed", error: errorJson(error).error })

const outcomeOf = (exit: Exit.Exit<ReturnType<typeof accountView>, Failure>): Outcome => {
  if (Exit.isSuccess(exit)) return { state: "done", account: exit.value }
  const error = Cause.squash(exit.cause)
  return failedOutcome(
    error instanceof ProviderError
      ? error
      : unreadable({ operation: "signIn", message: "the sign-in could not be finished" })
  )
}

export class SignIns extends Context.Service<
  SignIns,
  {
    /**
     * Begins a sign-in in a browser. The returned secret must come back with the callback, as a cookie named by the
     * sign-in's id.
     */
    readonly inBrowser: (
      browser: BrowserSignIn,
      request: SignInRequest,
      redirectUri: string
    ) => Effect.Effect<{ readonly shown: SignInPrompt; readonly browser: Redacted.Redacted }, Failure>
    readonly byDevice: (
      device: NonNullable<SignIn["device"]>,
      request: SignInRequest
    ) => Effect.Effect<SignInPrompt, Failure>
    /** @param browserOf returns the secret that came back for a sign-in's id */
    readonly answer: (
      query: URLSearchParams,
      browserOf: (id: string) => string | undefined
    ) => Effect.Effect<CallbackResult, StorageError>
    readonly find: (
      id: string,
      owner: string
    ) => Effect.Effect<
      { readonly shown: SignInPrompt; readonly outcome: Outcome | undefined } | undefined,
      StorageError
    >
    readonly giveUp: (id: string, owner: string) => Effect.Effect<boolean, StorageError>
  }
>()("@inlay/hub/SignIns") {}

const make = Effect.gen(function* () {
  const services = yield* Effect.context<Needs>()
  const scope: Scope.Scope = yield* Effect.scope
  const records = yield* OAuthRecords
  const tokens = yield* HubTokens
  const sessions = yield* ConsoleSessions
  /** The device sign-ins that this server waits for. */
  const waiting = new Map<string, Fiber.Fiber<unknown, unknown>>()

  const underWay = (id: string) =>
    Effect.map(records.find(UNDER_WAY, id), (record) => record?.payload as UnderWay | undefined)

  /** Whether who began a sign-in may still call: a principal with a token, or a session of the console. */
  const isActive = (owner: string) =>
    owner.includes(":")
      ? Effect.map(tokens.principal(tokenIdOf({ id: owner })), (principal) => principal !== undefined)
      : sessions.isOpen(owner)

  /** Interrupts if a sign-in was given up, or if who began it may not call any more. */
  const stillWanted = Effect.fnUntraced(function* (id: string) {
    const entry = yield* underWay(id)
    if (entry === undefined || !(yield* isActive(entry.owner))) return yield* Effect.interrupt
  })

  /** Keeps a sign-in visible for a while after its end. */
  const keep = (entry: UnderWay) =>
    records.put(UNDER_WAY, {
      id: entry.shown.id,
      payload: { ...entry },
      expiresMillis: entry.shown.expiresMillis + Duration.toMillis(LIFE)
    })

  /** Stores the account if that is still wanted by then, and records the outcome. */
  const finish = Effect.fnUntraced(function* (
    id: string,
    { one, replacedId }: Pick<SignInRequest, "one" | "replacedId">,
    granting: Effect.Effect<Grant, ProviderError, Transport>
  ) {
    const storing = Effect.gen(function* () {
      const grant = yield* granting
      holdGrant(grant)
      yield* stillWanted(id)
      return yield* store(one, { grant, replacedId, stillWanted: stillWanted(id) })
    })
    const outcome = outcomeOf(yield* Effect.exit(Effect.provideContext(storing, services)))
    const entry = yield* underWay(id)
    if (entry !== undefined) yield* keep({ ...entry, outcome })
    return outcome
  })

  const takeAnswer = Effect.fnUntraced(function* (
    query: URLSearchParams,
    state: string,
    pendingAnswer: PendingCallback
  ) {
    const { id, asked, insteadOf: replacedId, redirectUri } = pendingAnswer
    const verifier = Redacted.make(pendingAnswer.verifier)
    const finishing = Effect.gen(function* () {
      const one = yield* connectable(asked)
      const { browser } = one.kind.signIn ?? {}
      if (browser === undefined) return yield* Effect.die("the account kind has no browser sign-in")
      const account = yield* validated(one)
      const { finish: granting } = resume(browser, account, { state, verifier, redirectUri })
      return yield* finish(id, { one, replacedId }, granting(query))
    }).pipe(
      Effect.provideContext(services),
      Effect.catchTag("ProviderError", (error) => Effect.succeed(failedOutcome(error)))
    )
    // Forked: if the browser disconnects, the sign-in still completes, because the callback can be used only once.
    return yield* Effect.flatMap(Effect.forkIn(finishing, scope), Fiber.join)
  })

  return SignIns.of({
    inBrowser: Effect.fnUntraced(function* (browser, { one, replacedId, owner }, redirectUri) {
      const account = yield* validated(one)
      const { url, pending } = yield* beginInBrowser(browser, account, redirectUri)
      const secret = randomSecret()
      const { state, verifier } = pending
      const expiresMillis = (yield* Clock.currentTimeMillis) + Duration.toMillis(LIFE)
      const prompt: SignInPrompt = { id: crypto.randomUUID(), way: "browser", url: url.href, expiresMillis }
      const pendingAnswer: PendingCallback = {
        id: prompt.id,
        browserHash: hashOf(secret),
        asked: { plugin: one.plugin.id, kind: one.kind.id, name: one.name, values: one.values },
        ...(replacedId !== undefined && { insteadOf: replacedId }),
        verifier: Redacted.value(verifier),
        redirectUri
      }
      yield* keep({ shown: prompt, owner, plugin: one.plugin.id, state })
      yield* records.put(AWAITED, { id: state, payload: { ...pendingAnswer }, expiresMillis })
      return { shown: prompt, browser: Redacted.make(secret) }
    }),
    byDevice: Effect.fnUntraced(function* (device, request) {
      const account = yield* validated(request.one)
      const { userCode, verificationUri, expiresInSeconds, wait } = yield* Effect.provideContext(
        device(account.settings),
        services
      )
      const expiresMillis = (yield* Clock.currentTimeMillis) + expiresInSeconds * 1000
      const prompt: SignInPrompt = { id: crypto.randomUUID(), way: "device", userCode, verificationUri, expiresMillis }
      yield* keep({ shown: prompt, owner: request.owner, plugin: request.one.plugin.id })
      const fiber = yield* finish(prompt.id, request, wait).pipe(
        Effect.ensuring(Effect.sync(() => waiting.delete(prompt.id))),
        Effect.forkIn(scope)
      )
      waiting.set(prompt.id, fiber)
      return prompt
    }),
    answer: Effect.fnUntraced(function* (query, browserOf) {
      const [state, ...others] = query.getAll("state")
      if (state === undefined || others.length > 0) return "unknown"
      const record = yield* records.find(AWAITED, state)
      if (record === undefined) return "unknown"
      const pendingAnswer = record.payload as unknown as PendingCallback
      const browser = browserOf(pendingAnswer.id)
      if (browser === undefined || hashOf(browser) !== pendingAnswer.browserHash) return "otherBrowser"
      if (!(yield* records.consume(AWAITED, state))) return "used"
      return yield* takeAnswer(query, state, pendingAnswer)
    }),
    find: Effect.fnUntraced(function* (id, owner) {
      const now = yield* Clock.currentTimeMillis
      const entry = yield* underWay(id)
      if (entry === undefined || entry.owner !== owner) return undefined
      const { shown, outcome, plugin } = entry
      return {
        shown,
        outcome: outcome ?? (shown.expiresMillis <= now ? failedOutcome(nobodySignedIn(plugin)) : undefined)
      }
    }),
    giveUp: Effect.fnUntraced(function* (id, owner) {
      const entry = yield* underWay(id)
      if (entry?.owner !== owner) return false
      yield* records.remove(UNDER_WAY, id)
      if (entry.state !== undefined) yield* records.remove(AWAITED, entry.state)
      const fiber = waiting.get(id)
      if (fiber !== undefined) yield* Fiber.interrupt(fiber)
      return true
    })
  })
})

export const layer = Layer.effect(SignIns, make)
