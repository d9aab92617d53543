import type { Walk } from "./send.ts"

/** Labels, milestones and assignees of issues. */
export const labels: Walk = async (send) => {
  const widgets = "/repos/acme/widgets"
  await send(200, `GET ${widgets}/labels`)
  await send(201, `POST ${widgets}/labels`, {
    body: { name: "walked on", color: "00ff00", description: "By the walk" }
  })
  await send(422, `POST ${widgets}/labels`, { body: { name: "walked on", color: "00ff00" } })
  await send(422, `POST ${widgets}/labels`, { body: { color: "00ff00" } })
  await send(200, `GET ${widgets}/labels/walked%20on`)
  await send(200, `PATCH ${widgets}/labels/walked%20on`, { body: { new_name: "walked over", color: "0000ff" } })
  await send(404, `GET ${widgets}/labels/walked%20on`)

  const answer = await send(201, `POST ${widgets}/milestones`, {
    body: { title: "Walk", due_on: "2027-01-01T00:00:00Z" }
  })
  const milestone = `${widgets}/milestones/${answer.at("number")}`
  await send(422, `POST ${widgets}/milestones`, { body: { title: "Walk" } })
  await send(200, `GET ${widgets}/milestones?state=all&sort=completeness`)
  await send(200, `GET ${milestone}`)
  await send(200, `PATCH ${milestone}`, { body: { description: "Changed", state: "closed" } })
  await send(404, `GET ${widgets}/milestones/999999`)

  const body = { title: "Sorted", milestone: Number(answer.at("number")), labels: ["walked over"] }
  const issue = `${widgets}/issues/${(await send(201, `POST ${widgets}/issues`, { body })).at("number")}`
  await send(200, `GET ${milestone}/labels`)
  await send(200, `GET ${issue}/labels`)
  await send(200, `POST ${issue}/labels`, { body: { labels: ["bug"] } })
  await send(200, `PUT ${issue}/labels`, { body: { labels: ["bug", "walked over"] } })
  await send(200, `DELETE ${issue}/labels/bug`)
  await send(404, `DELETE ${issue}/labels/bug`)
  await send(204, `DELETE ${issue}/labels`)
  await send(204, `DELETE ${widgets}/labels/walked%20over`)
  await send(204, `DELETE ${milestone}`)
  await send(404, `DELETE ${milestone}`)

  await send(200, `GET ${widgets}/assignees`)
  await send(204, `GET ${widgets}/assignees/ada`)
  await send(404, `GET ${widgets}/assignees/no-such-user`)
  await send(201, `POST ${issue}/assignees`, { body: { assignees: ["ada"] } })
  await send(200, `DELETE ${issue}/assignees`, { body: { assignees: ["ada"] } })
}
