import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"
import { FileChange } from "../schema/Content.ts"

export const createOrUpdateFileContents = ToolStep.make({
  id: "codehost_create_or_update_file_contents",
  title: "Create or Update File Contents",
  description:
    "Write a file as one commit: edits replace parts, content replaces all of it. With the sha that you read, a file that changed since is left alone (Conflict).",
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  scopes: ["repo"],
  cost: null,
  input: Schema.Struct({
    owner: Schema.String,
    repo: Schema.String,
    path: Schema.String,
    content: Schema.optionalKey(Schema.String),
    encoding: Schema.optionalKey(Schema.Literals(["utf-8", "base64"])),
    edits: Schema.optionalKey(
      Schema.Array(Schema.Struct({ old: Schema.String, new: Schema.String })).annotate({
        description: "old must stand once in the file"
      })
    ),
    overwrite: Schema.optionalKey(Schema.Boolean.annotate({ description: "false: never without sha" })),
    message: Schema.optionalKey(Schema.String),
    branch: Schema.optionalKey(Schema.String),
    sha: Schema.optionalKey(Schema.String.annotate({ description: "Of the file as you read it" }))
  }),
  output: FileChange,
  run: (input) => {
    // An empty text of an optional field counts as not given; its encoding tells that an empty file is meant.
    const isEmpty = input.content === undefined && input.edits === undefined && input.encoding !== undefined
    return Effect.flatMap(CodeHost, ({ contents }) => contents.put(isEmpty ? { ...input, content: "" } : input))
  }
})
