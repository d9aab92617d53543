import { guest, type Send, type Walk } from "./send.ts"

/** Nothing listens at this address: each delivery fails, but is still logged. */
const config = { url: "http://127.0.0.1:9/hook", content_type: "json", secret: "walk" }

const walk = async (send: Send, place: string): Promise<string> => {
  const hooks = `${place}/hooks`
  const body = { name: "web", events: ["issues", "push"], config }
  const hook = await send(201, `POST ${hooks}`, { body })
  await send(422, `POST ${hooks}`, { body })
  await send(422, `POST ${hooks}`, { body: { name: "web", config: {} } })
  await send(422, `POST ${hooks}`, { body: { ...body, events: ["no-such-event"] } })
  await send(200, `GET ${hooks}`)
  const at = `${hooks}/${hook.at("id")}`
  await send(200, `GET ${at}`)
  await send(404, `GET ${hooks}/1`)
  await send(200, `PATCH ${at}`, { body: { events: ["issues", "push", "star"], active: true } })
  await send(200, `GET ${at}/config`)
  await send(200, `PATCH ${at}/config`, { body: { secret: "another" } })
  await send(204, `POST ${at}/pings`)
  await send(204, `POST ${at}/pings`)
  const log = await send(200, `GET ${at}/deliveries?per_page=1`)
  await send(200, `GET ${at}/deliveries?status=failure`)
  await send(422, `GET ${at}/deliveries?status=odd`)
  await send(400, `GET ${at}/deliveries?cursor=odd`)
  const attempt = `${at}/deliveries/${log.at("0.id")}`
  await send(200, `GET ${attempt}`)
  await send(202, `POST ${attempt}/attempts`)
  await send(404, `GET ${hooks}`, { token: guest.token })
  return at
}

export const hooks: Walk = async (send, control) => {
  const ofRepository = await walk(send, "/repos/acme/widgets")
  await send(200, `PATCH ${ofRepository}`, { body: { add_events: ["fork"], remove_events: ["star"] } })
  await send(204, `POST ${ofRepository}/tests`)
  const ofOrganization = await walk(send, "/orgs/acme")
  await send(204, `DELETE ${ofRepository}`)
  await send(204, `DELETE ${ofOrganization}`)
  await send(404, `GET ${ofRepository}`)
  await control("/push", { branch: "walked" })
  await control("/push", { branch: "walked" })
  await send(200, "GET /repos/acme/widgets/activity")
  await send(200, "GET /repos/acme/widgets/activity?per_page=1&ref=walked&direction=asc&activity_type=push")
}
