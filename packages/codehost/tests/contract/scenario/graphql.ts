// The client's GraphQL requests: project items by node id, and by number on a server without projects in REST. The
// mutations for drafts are in the scenario of pull requests.

import type { StatusChange } from "../../../src/schema/Project.ts"
import type { Scenario } from "./drive.ts"

export const graphql: Scenario = async ({ client, control, signIn }) => {
  const owners = [
    ["/orgs/acme/projectsV2/1", { owner: "acme", project_number: 1 }],
    ["/users/mona/projectsV2/2", { owner: "mona", project_number: 2 }]
  ] satisfies ReadonlyArray<[string, object]>
  for (const [base, project] of owners) {
    const items = await client((own) =>
      own.call({ operation: "test", method: "GET", endpoint: `${base}/items?per_page=1` })
    )
    const byNode = { ...project, item_id: items("body.0.node_id"), status: "Done" }
    const byNumber = { ...project, item_id: Number(items("body.0.id")), status: "Todo" }
    const set = (change: StatusChange, fails?: "NotFound") =>
      client(({ projects }) => projects.updateItemStatus(change), fails)
    await set(byNode)
    await set({ ...byNode, status: "No such status" }, "NotFound")
    await set({ ...byNode, item_id: "PVTI_gone" }, "NotFound")
    await set({ ...byNode, project_number: 999 }, "NotFound")
    await control("/settings", { projectsRest: false })
    await set(byNumber)
    await set({ ...byNumber, item_id: 1 }, "NotFound")
    await control("/settings", { projectsRest: true })
  }
  const change = {
    owner: "acme",
    owner_type: "organization",
    project_number: 1,
    item_id: "PVTI_x",
    status: "Done"
  } as const
  await control("/quota", { token: "mona", resource: "graphql", remaining: 0 })
  await client(({ projects }) => projects.updateItemStatus(change), "RateLimited")
  await signIn("sandbox-public-token-not-a-secret")
  await client(({ projects }) => projects.updateItemStatus(change), "Forbidden")
}
