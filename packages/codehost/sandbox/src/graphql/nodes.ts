// Combines the functions that build objects, so that objects can link to each other.

import type { Account } from "../accounts/accounts.ts"
import type { Context } from "../frame/context.ts"
import type { Token } from "../frame/tokens.ts"
import { issueNode } from "./issues.ts"
import { accountNode, repositoryNode } from "./people.ts"
import { itemNode, projectNode } from "./projects.ts"
import type { Scene } from "./scene.ts"

export const makeScene = (context: Context, viewer: Account, token: Token): Scene => {
  const scene: Scene = {
    context,
    viewer,
    token,
    nodes: {
      account: (account) => accountNode(scene, account),
      repository: (repository) => repositoryNode(scene, repository),
      issue: (repository, issue) => issueNode(scene, repository, issue),
      project: (project) => projectNode(scene, project),
      item: (project, item) => itemNode(scene, project, item)
    }
  }
  return scene
}
