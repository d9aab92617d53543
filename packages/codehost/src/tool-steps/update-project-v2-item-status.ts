import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"

import { CodeHost } from "../client/CodeHost.ts"
import * as Projects from "../client/projects/Projects.ts"

export const updateProjectV2ItemStatus = ToolStep.over(Projects.updateItemStatus, {
  id: "codehost_update_project_v2_item_status",
  title: "Update Project (V2) Item Status",
  description: "Set the status of an item in a project (v2) by its name.",
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  scopes: ["project"],
  cost: null,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.projects.updateItemStatus(input))
})
