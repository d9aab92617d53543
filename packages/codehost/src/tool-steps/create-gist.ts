import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"
import { Gist } from "../schema/Gist.ts"

export const createGist = ToolStep.make({
  id: "codehost_create_gist",
  title: "Create Gist",
  description: "Create a gist of one or several files. Secret unless public is set.",
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  scopes: ["gist"],
  cost: null,
  input: Schema.Struct({
    files: Schema.Record(Schema.String, Schema.String).annotate({ description: "Content by file name" }),
    description: Schema.optionalKey(Schema.String),
    public: Schema.optionalKey(Schema.Boolean)
  }),
  output: Gist,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.gists.create(input))
})
