import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"
import { FileChange } from "../schema/Content.ts"

export const createOrUpdateFileContents = ToolStep.make({
  id: "codehost_create_or_update_file_contents",
  title: "Create or Update File Contents",
  description:
    "Write a text file as one commit. Give the sha that you read: if the file changed since, nothing is written and the step fails as Conflict.",
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  scopes: ["repo"],
  cost: null,
  input: Schema.Struct({
    owner: Schema.String,
    repo: Schema.String,
    path: Schema.String,
    content: Schema.String.annotate({ description: "The whole new content" }),
    encoding: Schema.optionalKey(Schema.Literals(["utf-8", "base64"])),
    message: Schema.optionalKey(Schema.String.annotate({ description: "Commit message" })),
    branch: Schema.optionalKey(Schema.String),
    sha: Schema.optionalKey(Schema.String.annotate({ description: "Of the file as you read it" }))
  }),
  output: FileChange,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.contents.put(input))
})
