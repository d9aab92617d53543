/**
 * The code that a browser's worker runs, bundled. `playFault(scene)` on its global plays every kind of call over
 * `fetch`, and `uncaught` lists the errors that nothing caught meanwhile.
 */
import * as Effect from "effect/Effect"

import { layer } from "../../transport/fetch.ts"
import { playAll, type Scene } from "./play.ts"

const uncaught: Array<string> = []

/** The part of a worker's global scope that is missing in Node's types. */
const worker = globalThis as unknown as {
  readonly addEventListener: (type: string, listener: (event: { reason?: unknown; message?: string }) => void) => void
}
for (const type of ["error", "unhandledrejection"]) {
  worker.addEventListener(type, ({ reason, message }) => {
    uncaught.push(`${type}: ${reason instanceof Error ? reason.message : (message ?? JSON.stringify(reason))}`)
  })
}

Object.assign(globalThis, {
  uncaught,
  playFault: (scene: Scene) => Effect.runPromise(Effect.provide(playAll(scene), layer))
})
