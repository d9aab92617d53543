// Example inputs of the tool step that works with projects.

import type { Examples } from "@inlay/sandbox-kit/sandbox"

import { firstItemIds } from "./seed.ts"

const { acme, mona } = firstItemIds

export const examples: Readonly<Record<string, Examples>> = {
  codehost_update_project_v2_item_status: {
    match: [
      { owner: "acme", project_number: 1, item_id: acme, status: "In Progress" },
      { owner: "mona", owner_type: "user", project_number: 2, item_id: mona, status: "Done" }
    ],
    noMatch: [
      { owner: "acme", project_number: 1, item_id: acme, status: "No such status" },
      { owner: "acme", project_number: 99, item_id: acme, status: "Done" }
    ]
  }
}
