/** `inlay run`: one tool step, its output as JSON or as a record to read. */
import { findStep, Runner } from "@inlay/agent-plugin/Runner"
import { TimeLimit } from "@inlay/core-http/Client"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import { RetryUnknown } from "@inlay/core-http/Spend"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

import * as Hub from "../../outbound/hub.ts"
import * as Input from "../../outbound/input.ts"
import { plugins } from "../../plugins.gen.ts"
import { excerpt } from "../../terminal/json-text.ts"
import { outcome } from "../../terminal/outcome.ts"
import { withProgress } from "../../terminal/progress.ts"
import { Explained, type Report } from "../report.ts"

export interface Options {
  readonly tool: string
  readonly input: string
  readonly account: string | undefined
  readonly timeoutSeconds: number | undefined
  readonly retryUnknown: boolean
  readonly data: string | undefined
}

const EXCERPT_COLUMNS = 70

/** People see the line that breaks; programs get its place in the message. */
const explained = ({ error, place }: Input.BadInput) =>
  place === undefined
    ? error
    : new Explained({ error, excerpt: excerpt(place.text, place.at, EXCERPT_COLUMNS).replace(/^/gm, "    ") })

const limited =
  (options: Options) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) => {
    const decided = Effect.provideService(effect, RetryUnknown, options.retryUnknown)
    return options.timeoutSeconds === undefined
      ? decided
      : Effect.provideService(decided, TimeLimit, Duration.seconds(options.timeoutSeconds))
  }

export const run = Effect.fnUntraced(function* (options: Options) {
  yield* findStep(plugins, options.tool)
  const input = yield* Effect.mapError(Input.read(options.input), explained)
  const directory = Hub.dataDirectory(options.data)
  const output = yield* Effect.flatMap(Runner, (runner) => runner.run(options.tool, input, options.account)).pipe(
    limited(options),
    withProgress(`${options.tool} …`),
    Effect.provide(Hub.layer(plugins, directory)),
    Effect.mapError((error) => (error instanceof ProviderError ? error : Hub.unusable(directory)(error)))
  )
  const now = yield* Clock.currentTimeMillis
  const report: Report = {
    ok: true,
    json: output,
    text: (screen) => outcome(screen, ProviderText.cleanJson(output), now)
  }
  return report
})
