import type { Send, Walk } from "./send.ts"

const status = async (send: Send, project: string): Promise<void> => {
  await send(200, `GET ${project}`)
  const fields = await send(200, `GET ${project}/fields`)
  const place = [0, 1, 2, 3, 4, 5, 6, 7].find((index) => fields.at(`${index}.name`) === "Status") ?? 0
  const id = Number(fields.at(`${place}.id`))
  const option = fields.at(`${place}.options.1.id`)
  const items = await send(200, `GET ${project}/items?per_page=2`)
  const item = `${project}/items/${items.at("0.id")}`
  await send(200, `GET ${item}`)
  await send(200, `GET ${item}?fields=${id}`)
  await send(200, `PATCH ${item}`, { body: { fields: [{ id, value: option }] } })
  await send(200, `PATCH ${item}`, { body: { fields: [{ id, value: null }] } })
  await send(422, `PATCH ${item}`, { body: { fields: [{ id, value: "no-such-option" }] } })
  await send(422, `PATCH ${item}`, { body: {} })
  await send(404, `PATCH ${project}/items/1`, { body: { fields: [{ id, value: option }] } })
  await send(200, `GET ${project}/fields/${id}`)
  await send(404, `GET ${project}/fields/1`)
  await send(204, `DELETE ${item}`)
  await send(404, `GET ${item}`)
}

export const projects: Walk = async (send) => {
  await status(send, "/orgs/acme/projectsV2/1")
  await status(send, "/users/mona/projectsV2/2")
  await send(200, "GET /orgs/acme/projectsV2")
  await send(200, "GET /users/mona/projectsV2?q=week")
  await send(404, "GET /orgs/acme/projectsV2/999")
}
