/**
 * A bug that one trigger, account or place meets, as an error: as a defect, it would end the work for all others in the
 * same round, too, and again in every later round.
 */
import type { Trigger, Watcher, Way } from "@inlay/agent-plugin/Trigger"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

export class Bug extends Data.TaggedError("Bug")<{ readonly doing: string }> {
  override get message(): string {
    return `Internal error while ${this.doing}.`
  }
}

const failing = (doing: string, defect: unknown) =>
  Effect.andThen(Effect.logError(`events: a bug while ${doing}.`, defect), new Bug({ doing }))

/** @param doing such as `polling` */
export const failingOnBug =
  (doing: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | Bug, R> =>
    Effect.catchDefect(effect, (defect) => failing(doing, defect))

/** The ways by which the events of a stored target can arrive, best first. */
export const waysTo = (
  trigger: Pick<Trigger<never>, "id" | "ways">,
  target: unknown,
  watcher: Watcher
): Effect.Effect<ReadonlyArray<Way>, Bug> =>
  Effect.sync(() => trigger.ways(target, watcher)).pipe(failingOnBug(`looking for the ways of ${trigger.id}`))
