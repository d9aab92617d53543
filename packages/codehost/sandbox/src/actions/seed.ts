// The workflows that exist at the start, and the runs of one of them.

import { accountNamed } from "../accounts/accounts.ts"
import { repositoryNamed } from "../repositories/repositories.ts"
import type { World } from "../world.ts"
import { seedRuns } from "./runs.ts"
import { seedWorkflows } from "./workflows.ts"

export const seedActions = (world: World): void => {
  const { actions } = world
  const widgets = repositoryNamed(world, "acme/widgets")
  actions.workflows.push(...seedWorkflows(widgets.id))
  const people = ["mona", "hubot", "mona", "ada"].map((login) => accountNamed(world, login).id)
  const shaOf = (branch: string): string | undefined => widgets.git.refs.get(`refs/heads/${branch}`)
  actions.runs = actions.workflows.slice(0, 1).flatMap((workflow) => seedRuns(workflow, people, shaOf))
}
