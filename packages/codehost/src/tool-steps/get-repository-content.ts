import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"
import { Content } from "../schema/Content.ts"

export const getRepositoryContent = ToolStep.make({
  id: "codehost_get_repository_content",
  title: "Get Repository Content",
  description:
    "A file with its content, or a folder with its entries. Keep the sha of a file that you are going to change.",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  scopes: ["repo"],
  cost: null,
  input: Schema.Struct({
    owner: Schema.String,
    repo: Schema.String,
    path: Schema.optionalKey(Schema.String.annotate({ description: "Default: the root folder" })),
    ref: Schema.optionalKey(Schema.String.annotate({ description: "Branch, tag or commit" }))
  }),
  output: Content,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.contents.get({ path: "", ...input }))
})
