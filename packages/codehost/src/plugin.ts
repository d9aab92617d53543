/**
 * The code host plugin: repositories, issues, pull requests, workflows, gists, releases and projects, for agents and
 * commands.
 */
import * as Plugin from "@inlay/agent-plugin/Plugin"

import { accessToken, signIn } from "./account/kinds.ts"
import { client } from "./account/settings.ts"
import { watcher } from "./account/watcher.ts"
import { repositoryCard } from "./card.ts"
import { CodeHost } from "./client/CodeHost.ts"
import type { Repository } from "./schema/Repository.ts"
import { toolSteps } from "./tool-steps/index.gen.ts"
import { triggers } from "./triggers/index.gen.ts"
import { webhooks } from "./webhooks.ts"
import { limitName } from "./wire/limit-names.ts"

/** The plugin to pass to a `Runner`. */
export const plugin = Plugin.make({
  id: "codehost",
  title: "Code host",
  description:
    "Reads and changes repositories, issues, pull requests, workflows, gists, releases and projects of a code host.",
  status: "beta",
  accountKinds: [accessToken, signIn],
  toolSteps,
  triggers,
  webhooks,
  watcher,
  service: CodeHost,
  client,
  cards: {
    codehost_get_repository_info: (repository: Repository, fetchedAt) =>
      repositoryCard(repository, { fetchedAt, fromCache: false })
  },
  limitName
})
