import * as Effect from "effect/Effect"
import { assert } from "vitest"

import { CODEHOST, HOST_FORM, hostValues, PAGE, serving } from "./samples/codehost.ts"
import { makeBrowser } from "./whole-worker.ts"

/** Starts a browser with one account of a code host, and opens an issue of its repository. */
export const connectCodehost = (
  over: Parameters<typeof serving>[0] = {},
  values: Readonly<Record<string, string>> = {}
) =>
  Effect.gen(function* () {
    const { state, start } = makeBrowser()
    state.granted.add(CODEHOST)
    state.serve = serving(over)
    state.address = `${PAGE}/issues/41`
    const worker = yield* start
    const check = yield* worker.ask("saveAccount", { ...HOST_FORM, values: { ...hostValues, ...values }, force: false })
    assert.isTrue(check.saved, JSON.stringify(check))
    state.sent.length = 0
    return { state, start, ...worker }
  })
