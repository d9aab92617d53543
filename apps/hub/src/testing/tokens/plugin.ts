/** A plugin whose account signs in at a `TokenProvider`. Its one step asks whose token it is. */
import type { Account, AccountKind, Field } from "@inlay/agent-plugin/Account"
import * as Plugin from "@inlay/agent-plugin/Plugin"
import type { Grant } from "@inlay/agent-plugin/SignIn"
import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Budget from "@inlay/core-http/Budget"
import * as HttpClient from "@inlay/core-http/Client"
import * as Credential from "@inlay/core-http/Credential"
import { ProviderError } from "@inlay/core-http/ProviderError"
import { Transport } from "@inlay/core-http/Transport"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

class Service extends Context.Service<Service, HttpClient.Client>()("@inlay/hub/testing/Tokens") {}

const failure = (tag: "Unauthorized" | "Unavailable", what: string) =>
  new ProviderError({
    provider: "tokens",
    operation: "signIn",
    reason: tag === "Unauthorized" ? { _tag: tag, what } : { _tag: tag, what, status: 503 }
  })

const post = Effect.fnUntraced(function* (address: string, path: string, form: Record<string, string>) {
  const transport = yield* Transport
  const answer = yield* Effect.mapError(
    transport.send({
      method: "POST",
      url: new URL(path, address),
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(form).toString(),
      maxBodyBytes: 10_000
    }),
    ({ detail }) => failure("Unavailable", detail)
  )
  if (answer.status >= 500) return yield* failure("Unavailable", "The sign-in does not work at the moment.")
  if (answer.status !== 200) return yield* failure("Unauthorized", "bad_refresh_token")
  const body = JSON.parse(answer.text) as { access_token: string; refresh_token: string; expires_in: number }
  const grant: Grant = {
    accessToken: Redacted.make(body.access_token),
    refreshToken: Redacted.make(body.refresh_token),
    expiresAtMillis: (yield* Clock.currentTimeMillis) + body.expires_in * 1000,
    scopes: ["read"]
  }
  return grant
})

const addressOf = (settings: Account["settings"]): string => settings["base_url"] ?? ""

const field = (name: string, more: Partial<Field>): Field => ({
  name,
  label: name,
  type: "text",
  secret: false,
  required: true,
  help: "For tests.",
  ...more
})

export const kind: AccountKind = {
  id: "sign_in",
  title: "Sign in",
  fields: [field("base_url", { type: "url" }), field("token", { secret: true })],
  validate: Result.succeed,
  check: () => Effect.succeed({ ok: true, scopes: [], limits: [], problems: [] }),
  signIn: {
    device: (settings) =>
      Effect.succeed({
        userCode: "ABCD-1234",
        verificationUri: `${addressOf(settings)}/device`,
        expiresInSeconds: 900,
        wait: post(addressOf(settings), "/sign-in", {})
      }),
    refresh: ({ settings }, refreshToken) =>
      post(addressOf(settings), "/refresh", { refresh_token: Redacted.value(refreshToken) })
  }
}

const clientOf = (account: Account) =>
  Effect.gen(function* () {
    const baseAddress = yield* Effect.orDie(Effect.fromResult(BaseAddress.parse(addressOf(account.settings))))
    return yield* HttpClient.make({
      provider: "tokens",
      baseAddress,
      pathStyle: "leading-slash",
      credential: account.tokens ?? Credential.bearer(account.secrets["token"] ?? Redacted.make("")),
      budget: Budget.make({ concurrency: 100 }),
      failureOf: ({ status }) =>
        status === 401
          ? { _tag: "Unauthorized", what: "The provider rejected the token.", remedy: { to: "signInAgain" } }
          : undefined
    })
  })

const who = { operation: "whoAmI", method: "GET", endpoint: "/me" } as const

/** A kind that asks the provider with the account's token when it is checked. */
export const askingKind: AccountKind = {
  ...kind,
  check: (account) =>
    clientOf(account).pipe(
      Effect.flatMap(({ call }) => call(who)),
      Effect.as({ ok: true, scopes: [], limits: [], problems: [] })
    )
}

const whoAmI = ToolStep.make({
  id: "tokens_who_am_i",
  title: "Who Am I",
  description: "Asks whom the token belongs to.",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  scopes: [],
  cost: null,
  input: Schema.Struct({}),
  output: Schema.Struct({ ok: Schema.Boolean }),
  run: () =>
    Effect.gen(function* () {
      const { body } = yield* (yield* Service).call(who)
      return body as { readonly ok: boolean }
    })
})

export const tokenPlugin = Plugin.make({
  id: "tokens",
  title: "Tokens",
  description: "A plugin for tests.",
  status: "beta",
  accountKinds: [kind],
  toolSteps: [whoAmI],
  triggers: [],
  service: Service,
  client: clientOf
})
