import { guest, type Walk } from "./send.ts"

export const collaborators: Walk = async (send) => {
  const widgets = "/repos/acme/widgets/collaborators"
  await send(200, `GET ${widgets}`)
  await send(200, `GET ${widgets}/mona/permission`)
  await send(200, `GET ${widgets}/linus/permission`)
  await send(404, `GET ${widgets}/no-such-user/permission`)
  await send(201, `PUT ${widgets}/linus`, { body: { permission: "triage" } })
  await send(204, `PUT ${widgets}/hubot`, { body: { permission: "push" } })
  await send(422, `PUT ${widgets}/linus`, { body: { permission: "emperor" } })
  await send(404, `PUT ${widgets}/no-such-user`, { body: { permission: "pull" } })
  await send(204, `GET ${widgets}/hubot`)
  await send(404, `GET ${widgets}/linus`)
  await send(200, "GET /repos/acme/widgets/teams")
  await send(404, "GET /repos/acme/no-such-repository/teams")
  await send(200, "GET /repos/acme/widgets/invitations")
  const answer = await send(201, `PUT ${widgets}/${guest.login}`, { body: { permission: "pull" } })
  const invitation = `/user/repository_invitations/${answer.at("id")}`
  await send(404, `PATCH ${invitation}`)
  await send(204, `PATCH ${invitation}`, { token: guest.token })
  await send(404, `PATCH ${invitation}`, { token: guest.token })
  await send(204, `DELETE ${widgets}/${guest.login}`)
  await send(204, `DELETE ${widgets}/linus`)
}
