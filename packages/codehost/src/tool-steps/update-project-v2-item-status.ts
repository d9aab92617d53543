import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"
import { ProjectItemStatus } from "../schema/Project.ts"

export const updateProjectV2ItemStatus = ToolStep.make({
  id: "codehost_update_project_v2_item_status",
  title: "Update Project (V2) Item Status",
  description: "Set the status of an item in a project (v2) of an organization or user, by the name of the status.",
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  scopes: ["project"],
  cost: null,
  input: Schema.Struct({
    owner: Schema.String,
    owner_type: Schema.optionalKey(Schema.Literals(["organization", "user"])),
    project_number: Schema.Int,
    item_id: Schema.Union([Schema.Int, Schema.String]).annotate({
      description: "The project item's id, not the issue's number"
    }),
    status: Schema.String.annotate({ description: "e.g. In Progress" }),
    field: Schema.optionalKey(Schema.String.annotate({ description: "Default: Status" }))
  }),
  output: ProjectItemStatus,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.projects.updateItemStatus(input))
})
