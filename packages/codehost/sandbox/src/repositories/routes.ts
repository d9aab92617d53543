// Routes for repositories and people's relations to them.

import { accountById } from "../accounts/accounts.ts"
import { type Context, repositoryOf, type Routes } from "../frame/context.ts"
import { requireFields, optionalTexts } from "../frame/fields.ts"
import { paginate } from "../frame/paging.ts"
import { ok } from "../frame/reply.ts"
import { team } from "../records/team.ts"
import { deleteRepository, getRepository, updateRepository } from "./change.ts"
import {
  acceptInvitation,
  deleteCollaborator,
  getPermission,
  isCollaborator,
  listCollaborators,
  listInvitations,
  putCollaborator
} from "./collaborators.ts"
import { createForOrganization, createForSelf, fork } from "./create.ts"
import { listForks, listOfOrganization, listOfUser, listOwn } from "./list.ts"
import {
  getSubscription,
  isStarred,
  listOwnStars,
  listStargazers,
  listStarsOfUser,
  listSubscribers,
  star,
  subscribe,
  unstar,
  unsubscribe
} from "./stars.ts"
import { transfer } from "./transfer.ts"

const getTopics = (context: Context) => ok({ names: repositoryOf(context).topics })

const putTopics = (context: Context) => {
  const repository = repositoryOf(context, "admin")
  requireFields(context.body, "names")
  repository.topics = optionalTexts(context.body, "names") ?? []
  return ok({ names: repository.topics })
}

/** Lists all teams of the organization, because every team has access to all its repositories. People have no teams. */
const listTeams = (context: Context) => {
  const organization = accountById(context.world, repositoryOf(context).ownerId)
  return paginate(context, organization.teams, (one) => team(context.urls, organization, one))
}

const metadata = "metadata=read"
const administration = "administration=write"
const publicRepo = ["public_repo"]
/** The accepted scopes, as in recorded responses of the service. */
const repo = ["repo"]
const eitherRepo = ["public_repo", "repo"]

export const repositoryRoutes: Routes = {
  "GET /user/repos": { run: listOwn, permission: metadata },
  "POST /user/repos": { run: createForSelf, permission: administration, scopes: eitherRepo },
  "GET /users/{username}/repos": { run: listOfUser, permission: metadata },
  "GET /orgs/{org}/repos": { run: listOfOrganization, permission: metadata },
  "POST /orgs/{org}/repos": { run: createForOrganization, permission: administration, scopes: eitherRepo },
  "GET /repos/{owner}/{repo}": { run: getRepository, permission: metadata, acceptedScopes: repo },
  "POST /repos/{owner}/{repo}/transfer": { run: transfer, permission: administration },
  "PATCH /repos/{owner}/{repo}": { run: updateRepository, permission: administration },
  "DELETE /repos/{owner}/{repo}": {
    run: deleteRepository,
    permission: administration,
    acceptedScopes: ["delete_repo"]
  },
  "GET /repos/{owner}/{repo}/topics": { run: getTopics, permission: metadata },
  "PUT /repos/{owner}/{repo}/topics": { run: putTopics, permission: administration },
  "GET /repos/{owner}/{repo}/teams": { run: listTeams, permission: metadata },
  "GET /repos/{owner}/{repo}/forks": { run: listForks, permission: metadata },
  "POST /repos/{owner}/{repo}/forks": { run: fork, permission: administration },
  "GET /repos/{owner}/{repo}/collaborators": { run: listCollaborators, permission: metadata },
  "GET /repos/{owner}/{repo}/collaborators/{username}": { run: isCollaborator, permission: metadata },
  "PUT /repos/{owner}/{repo}/collaborators/{username}": { run: putCollaborator, permission: administration },
  "DELETE /repos/{owner}/{repo}/collaborators/{username}": { run: deleteCollaborator, permission: administration },
  "GET /repos/{owner}/{repo}/collaborators/{username}/permission": { run: getPermission, permission: metadata },
  "GET /repos/{owner}/{repo}/invitations": { run: listInvitations, permission: "administration=read" },
  "PATCH /user/repository_invitations/{invitation_id}": { run: acceptInvitation, scopes: ["repo:invite"] },
  "GET /user/starred": { run: listOwnStars, permission: "starring=read" },
  "GET /users/{username}/starred": { run: listStarsOfUser, permission: "starring=read" },
  "GET /user/starred/{owner}/{repo}": { run: isStarred, permission: "starring=read" },
  "PUT /user/starred/{owner}/{repo}": { run: star, permission: "starring=write", scopes: publicRepo },
  "DELETE /user/starred/{owner}/{repo}": { run: unstar, permission: "starring=write", scopes: publicRepo },
  "GET /repos/{owner}/{repo}/stargazers": { run: listStargazers, permission: metadata },
  "GET /repos/{owner}/{repo}/subscribers": { run: listSubscribers, permission: metadata },
  "GET /repos/{owner}/{repo}/subscription": { run: getSubscription },
  "PUT /repos/{owner}/{repo}/subscription": { run: subscribe },
  "DELETE /repos/{owner}/{repo}/subscription": { run: unsubscribe }
}
