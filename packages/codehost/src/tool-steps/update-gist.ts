import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Operation from "@inlay/core-http/Operation"
import * as Effect from "effect/Effect"

import { CodeHost } from "../client/CodeHost.ts"
import * as Gists from "../client/Gists.ts"
import { GistContentChange } from "../schema/Gist.ts"

export const updateGist = ToolStep.over(Operation.make({ ...Gists.update, input: GistContentChange }), {
  id: "codehost_update_gist",
  title: "Update Gist",
  description: "Change files of a gist: new content, or null to delete. Other files stay.",
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  scopes: ["gist"],
  cost: null,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.gists.update(input))
})
