import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"
import { Repository } from "../schema/Repository.ts"

export const createRepository = ToolStep.make({
  id: "codehost_create_repository",
  title: "Create Repository",
  description:
    "Create a repository of the account or an organization. Private unless private is false. auto_init makes a first commit.",
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  scopes: ["repo"],
  cost: null,
  input: Schema.Struct({
    name: Schema.String,
    org: Schema.optionalKey(Schema.String.annotate({ description: "Default: the account itself" })),
    description: Schema.optionalKey(Schema.String),
    private: Schema.optionalKey(Schema.Boolean),
    auto_init: Schema.optionalKey(Schema.Boolean),
    gitignore_template: Schema.optionalKey(Schema.String),
    license_template: Schema.optionalKey(Schema.String)
  }),
  output: Repository,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.repositories.create({ private: true, ...input }))
})
