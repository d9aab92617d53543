/**
 * The plugin as a browser carries it: an account by a token, and the steps that a repository's page has use for, over the
 * client alone. Schemas, triggers, sign-ins and what describes steps to agents stay out, for a worker is loaded with every
 * click; the client itself is a part that is loaded with the first call.
 */
import type { AccountKind } from "@inlay/agent-plugin/Account"
import type { Runnable } from "@inlay/agent-plugin/Plugin"
import * as Effect from "effect/Effect"

import { tokenFields } from "./account/fields.ts"
import { settingsOf } from "./account/settings.ts"
import { stepInfos } from "./browser/step-infos.ts"

const client = Effect.promise(() => import("./browser/client.ts"))

/** A token that its owner made. Sign-ins need an app of one's own and a program that waits: the hub has them. */
const accessToken: AccountKind = {
  id: "token",
  title: "Access token",
  fields: tokenFields,
  validate: settingsOf,
  check: (account) => Effect.flatMap(client, ({ check }) => check(account))
}

/** For a `Runner`. */
export const plugin: Runnable = {
  id: "codehost",
  title: "Code host",
  accountKinds: [accessToken],
  toolSteps: stepInfos,
  connect: (account) => Effect.flatMap(client, ({ connect }) => connect(account))
}
