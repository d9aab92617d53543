/** Steps run in this worker, straight to the account's provider. */
import { findStep, Runner } from "@inlay/agent-plugin/Runner"
import { ProviderError } from "@inlay/core-http/ProviderError"
import { UnknownCharge, Spend, type Quote } from "@inlay/core-http/Spend"
import { Transport, TransportFailure } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { storageFailure } from "./failures.ts"
import { Provider } from "./provider.ts"

/** A wire that leads nowhere: what runs over it cannot send. */
const nowhere = Transport.of({
  send: () => Effect.fail(new TransportFailure({ kind: "network", detail: "a preview sends nothing", sent: false }))
})

const halted = new ProviderError({
  provider: "inlay",
  operation: "preview",
  reason: { _tag: "Refused", guard: "endpoint", what: "A preview ends before anything is sent.", fix: "" }
})

const make = Effect.gen(function* () {
  const runner = yield* Runner
  const spend = yield* Spend
  const services = yield* Effect.context<Transport | Spend>()

  /** The quote that a step would be bought by: the step itself runs, up to the point where it would pay. */
  const quoteOf = Effect.fnUntraced(function* (stepId: string, input: unknown) {
    const { plugin, step } = yield* findStep(runner.plugins, stepId)
    const account = yield* runner.accountFor(plugin)
    let quoted: Quote | undefined
    const looking = Spend.of({
      ...spend,
      run: (quote) => {
        quoted = quote
        return Effect.fail(halted)
      }
    })
    const steps = yield* plugin
      .connect(account)
      .pipe(Effect.provideService(Spend, looking), Effect.provideService(Transport, nowhere))
    const bound = steps.get(step.id)
    if (bound === undefined) return yield* Effect.die(`${step.id} is not bound`)
    yield* bound(input).pipe(
      Effect.catchIf(
        (error) => error === halted,
        () => Effect.void
      )
    )
    return quoted ?? (yield* Effect.die(`${step.id} costs nothing and has no preview`))
  })

  return Provider.of({
    kindOf: (pluginId) => {
      const kind = runner.plugins.find(({ id }) => id === pluginId)?.accountKinds[0]
      if (kind === undefined) throw new Error(`The plugin ${pluginId} has no kind of account.`)
      return kind
    },
    preview: Effect.fnUntraced(function* (stepId, input) {
      const quote = yield* quoteOf(stepId, input)
      return yield* Effect.gen(function* () {
        const rows = yield* spend.unknowns(quote)
        return {
          ...(yield* spend.preview(quote)),
          undecided: rows.map(({ id, operation, keys, atMillis, estimate }) => ({
            id,
            operation,
            keys,
            at: new Date(atMillis).toISOString(),
            upTo: estimate,
            blocks: operation === quote.operation && keys.some((key) => quote.ledgerKeys.includes(key))
          }))
        }
      }).pipe(Effect.mapError((error) => storageFailure("preview", error)))
    }),
    run: (stepId, input, { askAgain }) =>
      Effect.provideService(runner.run(stepId, input), UnknownCharge, askAgain ? "ask_again" : "block"),
    settle: Effect.fnUntraced(function* (stepId, input, { id, credits }) {
      const quote = yield* quoteOf(stepId, input)
      return yield* Effect.mapError(spend.settleUnknown(quote, id, credits), (error) => storageFailure("settle", error))
    }),
    traceOf: (pluginId, identifier) => runner.plugins.find(({ id }) => id === pluginId)?.subjectOf?.(identifier),
    validate: Effect.fnUntraced(function* (account) {
      const plugin = runner.plugins.find(({ id }) => id === account.plugin)
      if (plugin !== undefined) yield* Effect.provideContext(plugin.connect(account), services)
    }),
    check: (account) => {
      const plugin = runner.plugins.find(({ id }) => id === account.plugin)
      const kind = plugin?.accountKinds.find(({ id }) => id === account.kind)
      return kind === undefined
        ? Effect.die(`There is no kind of account ${account.kind}`)
        : Effect.provideContext(kind.check(account), services)
    }
  })
})

export const layer: Layer.Layer<Provider, never, Runner | Spend | Transport> = Layer.effect(Provider, make)
