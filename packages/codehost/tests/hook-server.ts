/** A stub of the service's hooks API: hooks by place, at most 20 per event, with a log of deliveries. */
import type { PreparedAnswer, ReceivedRequest } from "./answers.ts"
import type { Json } from "./events.ts"

export const hookServer = () => {
  let hooks: Array<Json> = []
  let nextId = 1
  const deliveries: Array<Json> = []
  const redelivered: Array<string> = []
  const notFound: PreparedAnswer = { status: 404, body: { message: "Not Found" } }

  const write = (body: Json, id: number): PreparedAnswer => {
    const others = hooks.filter((hook) => hook.id !== id)
    const isFull = body.events.some(
      (event: string) => others.filter(({ events }) => events.includes(event)).length >= 20
    )
    const problem = (message: string) => ({
      status: 422,
      body: { message: "Validation Failed", errors: [{ resource: "Hook", code: "custom", message }] }
    })
    if (isFull) return problem('The "push" event cannot have more than 20 hooks')
    if (others.some(({ config }) => config.url === body.config.url))
      return problem("Hook already exists on this repository")
    const hook = { id, type: "Repository", name: "web", ...body }
    hooks = [...others, hook]
    return { status: 201, body: { ...hook, config: { ...hook.config, secret: "********" } } }
  }

  const answer = ({ body, method, target }: ReceivedRequest): PreparedAnswer => {
    const [path = "", query = ""] = target.split("?")
    const [, id, part, deliveryId, attempts] =
      /^\/(?:repos\/acme\/widgets|orgs\/acme)\/hooks(?:\/(\d+)(?:\/(deliveries)(?:\/(\d+)(\/attempts)?)?)?)?$/.exec(
        path
      ) ?? [undefined]
    if (!/^\/(repos\/acme\/widgets|orgs\/acme)\/hooks/.test(path)) return notFound
    const json: Json = body === "" ? undefined : JSON.parse(body)
    if (part !== undefined) {
      const one = deliveries.find((delivery) => String(delivery.id) === deliveryId)
      if (attempts !== undefined) {
        redelivered.push(deliveryId ?? "")
        return { status: 202, body: {} }
      }
      if (deliveryId !== undefined) return one === undefined ? notFound : { body: one }
      const from = Number(new URLSearchParams(query).get("cursor") ?? 0)
      const page = deliveries.slice(from, from + 2)
      const more = from + 2 < deliveries.length
      return {
        body: page.map(({ request: _request, ...delivery }) => delivery),
        ...(more && {
          headers: { link: `<https://codehost.example${path}?per_page=100&cursor=${from + 2}>; rel="next"` }
        })
      }
    }
    if (id === undefined && method === "GET") return { body: hooks }
    if (id === undefined) return write(json, nextId++)
    if (!hooks.some((hook) => String(hook.id) === id)) return notFound
    if (method === "PATCH") return write(json, Number(id))
    hooks = hooks.filter((hook) => String(hook.id) !== id)
    return { status: 204 }
  }
  return {
    answer,
    deliveries,
    redelivered,
    hooks: () => hooks,
    set: (all: ReadonlyArray<Json>) => {
      hooks = [...all]
      nextId = 1 + Math.max(0, ...hooks.map(({ id }) => id))
    }
  }
}
