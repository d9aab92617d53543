import type { Walk } from "./send.ts"

export const issues: Walk = async (send) => {
  const widgets = "/repos/acme/widgets"
  await send(200, `GET ${widgets}/issues`)
  await send(200, `GET ${widgets}/issues?state=all&labels=bug&sort=updated&direction=asc&per_page=5&page=2`)
  await send(200, `GET ${widgets}/issues?assignee=*&creator=mona&milestone=1&since=2020-01-01T00:00:00Z`)
  await send(422, `GET ${widgets}/issues?milestone=no-such-milestone`)
  await send(200, `GET ${widgets}/issues/1`)
  await send(404, `GET ${widgets}/issues/999999`)

  const body = { title: "From the walk", body: "Text", labels: ["bug"], assignees: ["mona"], milestone: 1 }
  const issue = await send(201, `POST ${widgets}/issues`, { body })
  await send(201, `POST ${widgets}/issues`, { body: { title: "Nothing else" } })
  await send(422, `POST ${widgets}/issues`, { body: { body: "without a title" } })
  await send(422, `POST ${widgets}/issues`, { body: { ...body, milestone: 999_999 } })
  await send(422, `POST ${widgets}/issues`, { body: { ...body, assignees: ["no-such-user"] } })
  const at = `${widgets}/issues/${issue.at("number")}`
  await send(200, `PATCH ${at}`, { body: { title: "Changed", labels: ["bug", "help wanted"], assignees: [] } })
  await send(200, `PATCH ${at}`, { body: { state: "closed", state_reason: "not_planned" } })
  await send(200, `PATCH ${at}`, { body: { state: "open", milestone: null } })
  await send(422, `PATCH ${at}`, { body: { state: "ajar" } })
  await send(404, `PATCH ${widgets}/issues/999999`, { body: { title: "Nowhere" } })

  await send(204, `PUT ${at}/lock`, { body: { lock_reason: "resolved" } })
  await send(204, `DELETE ${at}/lock`)
  const answer = await send(201, `POST ${at}/comments`, { body: { body: "A comment" } })
  const comment = `${widgets}/issues/comments/${answer.at("id")}`
  await send(200, `GET ${comment}`)
  await send(200, `PATCH ${comment}`, { body: { body: "Better" } })
  await send(200, `GET ${widgets}/issues/comments?sort=updated&direction=desc&since=2020-01-01T00:00:00Z`)
  await send(200, `GET ${at}/comments`)
  await send(204, `DELETE ${comment}`)
  await send(404, `GET ${comment}`)
  await send(422, `POST ${at}/comments`, { body: { body: "" } })
  await send(404, `POST ${widgets}/issues/999999/comments`, { body: { body: "Nowhere" } })

  await send(200, `GET ${at}/events`)
  await send(200, `GET ${at}/timeline`)
  const events = await send(200, `GET ${widgets}/issues/events`)
  await send(200, `GET ${widgets}/issues/events/${events.at("0.id")}`)
  await send(404, `GET ${widgets}/issues/events/1`)
}
