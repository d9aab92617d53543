// Hooks and discussions through the client. Nothing listens at the hook's address, so its log contains failures.

import * as Redacted from "effect/Redacted"

import type { Scenario } from "./drive.ts"

const widgets = { owner: "acme", repo: "widgets" }

export const hooks: Scenario = async ({ client }) => {
  const settings = { url: "http://127.0.0.1:9/client", events: ["push"], secret: Redacted.make("sesame") }
  for (const place of [widgets, { owner: "acme" }]) {
    const field = await client((own) => own.hooks.create({ ...place, ...settings }))
    await client((own) => own.hooks.create({ ...place, ...settings }), "Conflict")
    await client((own) => own.hooks.list(place))
    const hook = { ...place, hook_id: Number(field("id")) }
    await client((own) => own.hooks.update({ ...hook, ...settings, events: ["push", "issues"] }))
    const log = await client((own) => own.hooks.deliveries(hook))
    const delivery = { ...hook, delivery_id: log("items.0.id") }
    await client((own) => own.hooks.delivery(delivery))
    await client((own) => own.hooks.redeliver(delivery))
    await client((own) => own.hooks.delete(hook))
  }
  await client(({ discussions }) => discussions.newest(widgets))
  await client(({ discussions }) => discussions.newestComments(widgets))
}
