// Builds the records of teams.
// Source: schemas `team-simple`, `team`.

import type { Account, Team } from "../accounts/accounts.ts"
import { nodeId } from "./node-id.ts"
import type { Urls } from "./urls.ts"

export const simpleTeam = (urls: Urls, organization: Account, { description, id, name, slug }: Team) => {
  const url = `${urls.api}/organizations/${organization.id}/team/${id}`
  return {
    id,
    node_id: nodeId("T", id),
    url,
    html_url: `${urls.html}/orgs/${organization.login}/teams/${slug}`,
    name,
    slug,
    description,
    privacy: "closed",
    notification_setting: "notifications_enabled",
    permission: "push",
    members_url: `${url}/members{/member}`,
    repositories_url: `${url}/repos`,
    type: "organization",
    organization_id: organization.id
  }
}

/** A team in a list of reviewers. `parent` is null, because no team here has one. */
export const team = (urls: Urls, organization: Account, one: Team) => ({
  ...simpleTeam(urls, organization, one),
  parent: null
})
