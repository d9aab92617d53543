// Helpers shared by tests of requests through the hub.
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { quiet } from "../whole-worker.ts"
import { pairedWorker } from "./paired-worker.ts"

type World = Effect.Success<typeof pairedWorker>

export const live = (title: string, body: (world: World) => Effect.Effect<void, unknown>) =>
  it.live(title, () => quiet(Effect.scoped(Effect.flatMap(pairedWorker, body))))

export const RUN = "/api/tools/salesdata_people_enrichment/runs"
export const PREVIEWS = "/api/tools/salesdata_people_enrichment/previews"

/** Returns which of the extension's own problems a failure is. */
export const why = (error: unknown): string => {
  const own = (error as { readonly own?: { readonly is: string; readonly why?: string } } | undefined)?.own
  return own?.is === "hub" ? (own.why ?? "") : (own?.is ?? "")
}

/** The requests that could have bought something. */
export const runs = ({ hub }: World) => hub.state.asked.filter(({ path }) => path === RUN)
