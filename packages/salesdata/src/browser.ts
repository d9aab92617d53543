/**
 * The plugin as a browser carries it: both lookups, the search and the account. What describes steps to agents (schemas, sizes
 * of answers) and API Call stay out, for a worker is loaded with every click; the client itself is a part that is loaded with
 * the first call.
 */
import type { Runnable } from "@inlay/agent-plugin/Plugin"
import * as Effect from "effect/Effect"

import { apiKeyWith } from "./account/api-key.ts"
import { STEPS } from "./browser/step-infos.ts"
import { subjectOf } from "./identity/subject.ts"

const client = Effect.promise(() => import("./browser/client.ts"))

/** For a `Runner`; its steps take identifiers or criteria alone, and give whole answers. */
export const plugin: Runnable = {
  id: "salesdata",
  title: "Sales data",
  accountKinds: [apiKeyWith((account) => Effect.flatMap(client, ({ check }) => check(account)))],
  toolSteps: Object.values(STEPS),
  subjectOf,
  connect: (account) => Effect.flatMap(client, ({ connect }) => connect(account))
}
