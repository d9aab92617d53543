import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"
import { Gist } from "../schema/Gist.ts"

export const updateGist = ToolStep.make({
  id: "codehost_update_gist",
  title: "Update Gist",
  description: "Change files of a gist: new content, or null to delete a file. Files that are not named stay.",
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  scopes: ["gist"],
  cost: null,
  input: Schema.Struct({
    gist_id: Schema.String,
    description: Schema.optionalKey(Schema.String),
    files: Schema.optionalKey(
      Schema.Record(Schema.String, Schema.NullOr(Schema.String)).annotate({ description: "By file name" })
    )
  }),
  output: Gist,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.gists.update(input))
})
