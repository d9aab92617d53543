import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Operation from "@inlay/core-http/Operation"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"
import * as Projects from "../client/projects/Projects.ts"
import { numberIn, projectItemId } from "./parts/text-ids.ts"

const input = Schema.Struct({ ...Projects.updateItemStatus.input.fields, item_id: projectItemId })

export const updateProjectV2ItemStatus = ToolStep.over(Operation.make({ ...Projects.updateItemStatus, input }), {
  id: "codehost_update_project_v2_item_status",
  title: "Update Project (V2) Item Status",
  description: "Set the status of an item in a project (v2) by its name.",
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  scopes: ["project"],
  cost: null,
  run: ({ item_id, ...change }) =>
    Effect.flatMap(CodeHost, (client) => client.projects.updateItemStatus({ ...change, item_id: numberIn(item_id) }))
})
