import type { Walk } from "./send.ts"

/** Refusals because of policies of organizations, repositories and the service. */
export const policies: Walk = async (send, control) => {
  const widgets = "/repos/acme/widgets"
  const of = (policy: object) => control("/policies", { repository: "acme/widgets", ...policy })
  const write = { body: { message: "m", content: "" } }

  await of({ archived: true })
  await send(403, `PUT ${widgets}/contents/new.md`, write)
  await send(403, `POST ${widgets}/issues`, { body: { title: "t" } })
  await of({ archived: false, issues: false })
  await send(410, `GET ${widgets}/issues`)
  await send(410, `GET ${widgets}/issues/1`)
  await send(410, `POST ${widgets}/issues`, { body: { title: "t" } })
  await of({ issues: true, deletedIssues: [1], movedIssues: { "2": "mona/dotfiles#1" } })
  await send(410, `GET ${widgets}/issues/1`)
  await send(301, `GET ${widgets}/issues/2`)

  const demand = "At least 1 approving review is required by reviewers with write access."
  await of({ protection: { main: demand }, rules: { "docs/typos": demand } })
  await send(409, `PUT ${widgets}/contents/new.md`, write)
  await send(409, `PUT ${widgets}/contents/new.md`, { body: { ...write.body, branch: "docs/typos" } })
  await send(422, `DELETE ${widgets}/git/refs/heads/docs/typos`)
  await of({ actionsDisabled: true })
  await send(422, `POST ${widgets}/actions/workflows/ci.yml/dispatches`, { body: { ref: "main" } })

  for (const policy of ["ipAllowList", "singleSignOn", "forbidsClassicTokens"]) {
    await control("/policies", { account: "acme", [policy]: true })
    await send(403, `GET ${widgets}`)
    await send(403, "GET /orgs/acme")
    await control("/policies", { account: "acme", [policy]: false })
  }
  await send(200, "GET /user/repos")
  await control("/policies", { account: "mona", suspended: true })
  await send(403, "GET /user")
  await control("/settings", { largestInputBytes: 1, searchNeedsType: true })
  await control("/policies", { account: "mona", suspended: false })
  await send(422, `PUT /repos/mona/dotfiles/contents/new.md`, { body: { message: "m", content: "YWI=" } })
  await send(422, "GET /search/issues?q=repo:acme/widgets")
}
