import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"

import { CodeHost } from "../client/CodeHost.ts"
import * as Gists from "../client/Gists.ts"

export const createGist = ToolStep.over(Gists.create, {
  id: "codehost_create_gist",
  title: "Create Gist",
  description: "Create a gist of files. Secret unless public is set.",
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  scopes: ["gist"],
  cost: null,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.gists.create(input))
})
