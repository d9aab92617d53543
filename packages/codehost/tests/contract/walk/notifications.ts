import type { Walk } from "./send.ts"

export const notifications: Walk = async (send, control) => {
  for (const number of [1, 11]) await control("/mentions", { number })
  await control("/issues", { title: "Watched" })
  const list = await send(200, "GET /notifications")
  await send(200, "GET /notifications?all=true&participating=true&per_page=1")
  await send(200, "GET /repos/acme/widgets/notifications")
  const thread = `/notifications/threads/${list.at("0.id")}`
  await send(200, `GET ${thread}`)
  await send(205, `PATCH ${thread}`)
  await send(204, `DELETE ${thread}`)
  await send(205, "PUT /notifications", { body: {} })
  await send(205, "PUT /repos/acme/widgets/notifications", { body: {} })
  await send(403, "GET /notifications", { token: "sandbox-fine-grained-token-not-a-secret" })
}
