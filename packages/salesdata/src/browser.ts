/**
 * The plugin for browsers: both lookups, the search and the account. It leaves out API Call, schemas and answer size
 * limits, which only agents need, because the worker is loaded on every click. The client is a separate chunk, loaded
 * with the first run: the preview of a lookup does without.
 */
import type { Connection, Runnable } from "@inlay/agent-plugin/Plugin"
import type { Spend } from "@inlay/core-http/Spend"
import type { Transport } from "@inlay/core-http/Transport"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

import { apiKeyWith } from "./account/api-key.ts"
import { settingsOf } from "./account/settings.ts"
import { makePreviews } from "./browser/previews.ts"
import { STEPS } from "./browser/step-infos.ts"
import { subjectOf } from "./subject.ts"

const client = Effect.promise(() => import("./browser/client.ts"))

const connect: Runnable["connect"] = Effect.fnUntraced(function* (account) {
  const settings = yield* Effect.fromResult(settingsOf(account))
  const services = yield* Effect.context<Transport | Spend>()
  const connected = yield* Effect.cachedWithTTL(
    Effect.provideContext(
      Effect.flatMap(client, (loaded) => loaded.connect(account)),
      services
    ),
    // A client that could not be loaded is loaded again with the next call.
    (exit) => (Exit.isSuccess(exit) ? Duration.infinity : Duration.negativeInfinity)
  )
  const connection: Connection = {
    run: (step, input) => Effect.flatMap(connected, ({ run }) => run(step, input)),
    preview: yield* makePreviews(settings, (step, input) =>
      Effect.flatMap(connected, ({ preview }) => preview(step, input))
    )
  }
  return connection
})

/** For a `Runner`. Steps take only identifiers or criteria, and return complete answers. */
export const plugin: Runnable = {
  id: "salesdata",
  title: "Sales data",
  accountKinds: [apiKeyWith((account) => Effect.flatMap(client, ({ check }) => check(account)))],
  toolSteps: Object.values(STEPS),
  subjectOf,
  load: Effect.asVoid(client),
  connect
}
