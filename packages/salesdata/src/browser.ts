/**
 * The plugin for browsers: both lookups, the search and the account. It leaves out API Call, schemas and answer size
 * limits, which only agents need, because the worker is loaded on every click. The client is a separate chunk, loaded
 * on the first call.
 */
import type { Runnable } from "@inlay/agent-plugin/Plugin"
import * as Effect from "effect/Effect"

import { apiKeyWith } from "./account/api-key.ts"
import { STEPS } from "./browser/step-infos.ts"
import { subjectOf } from "./identity/subject.ts"

const client = Effect.promise(() => import("./browser/client.ts"))

/** For a `Runner`. Steps take only identifiers or criteria, and return complete answers. */
export const plugin: Runnable = {
  id: "salesdata",
  title: "Sales data",
  accountKinds: [apiKeyWith((account) => Effect.flatMap(client, ({ check }) => check(account)))],
  toolSteps: Object.values(STEPS),
  subjectOf,
  load: Effect.asVoid(client),
  connect: (account) => Effect.flatMap(client, ({ connect }) => connect(account))
}
