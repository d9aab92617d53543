/**
 * The plugin for browsers: accounts with an access token, and the steps that a repository's page needs, built on the
 * client alone. Schemas, triggers, sign-in and the step descriptions for agents are left out, because the service
 * worker is loaded with every click. The client is a separate chunk that is loaded with the first call.
 */
import type { AccountKind, FieldRules } from "@inlay/agent-plugin/Account"
import type { Runnable } from "@inlay/agent-plugin/Plugin"
import * as Effect from "effect/Effect"

import { tokenFields } from "./account/fields.ts"
import { settingsOf } from "./account/settings.ts"
import { stepInfos } from "./browser/step-infos.ts"

const client = Effect.promise(() => import("./browser/client.ts"))

/**
 * An access token that its owner created. Sign-in needs an OAuth app of one's own and a program that waits for the
 * user, so only the hub offers it.
 */
const accessToken: AccountKind<FieldRules> = {
  id: "token",
  title: "Access token",
  fields: tokenFields,
  validate: settingsOf,
  check: (account) => Effect.flatMap(client, ({ check }) => check(account))
}

/** The plugin to pass to a `Runner`. */
export const plugin: Runnable = {
  id: "codehost",
  title: "Code host",
  accountKinds: [accessToken],
  toolSteps: stepInfos,
  connect: (account) => Effect.flatMap(client, ({ connect }) => connect(account))
}
