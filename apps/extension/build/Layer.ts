/**
 * Replaces `effect/Layer` in the worker, which makes its services one after the other when it starts, and never ends
 * them. The original makes them at the same time, in scopes that can be closed, which is 4 KB.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { dual } from "effect/Function"

type Services = Context.Context<never>
/** Makes its services from those of the effect's context. */
type Layer = Effect.Effect<Services>

/** The services of each layer that has been built. */
const Built = /* @__PURE__ */ Context.Service<Map<Layer, Services>>("Built")

/** A layer that is part of others is built once. */
const once = (build: Layer): Layer => {
  const layer: Layer = Effect.flatMap(Built, (built) => {
    const services = built.get(layer)
    if (services) return Effect.succeed(services)
    return Effect.map(build, (made) => {
      built.set(layer, made)
      return made
    })
  })
  return layer
}

export { once as effectContext }

export const effect = <A>(service: Context.Key<never, A>, make: Effect.Effect<A>): Layer =>
  once(Effect.map(make, (value) => Context.make(service, value)))

export const sync = <A>(service: Context.Key<never, A>, make: () => A): Layer => effect(service, Effect.sync(make))

export const succeed = <A>(service: Context.Key<never, A>, value: A): Layer => effect(service, Effect.succeed(value))

export const unwrap = (layer: Effect.Effect<Layer>): Layer => once(Effect.flatten(layer))

export const provide = dual(2, (layer: Layer, needed: Layer): Layer =>
  Effect.flatMap(needed, (services) => Effect.provideContext(layer, services))
)

export const provideMerge = dual(2, (layer: Layer, needed: Layer): Layer =>
  Effect.flatMap(needed, (services) =>
    Effect.map(Effect.provideContext(layer, services), (own) => Context.merge(services, own))
  )
)

export const buildWithScope = (layer: Layer): Layer => Effect.provideService(layer, Built, new Map())
