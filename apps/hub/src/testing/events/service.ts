/**
 * A code host, as far as hooks, stars and the account's own name go: hooks that can be made, changed and refused, and a log
 * of what was sent to them.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import opened from "@inlay/codehost/fixtures/events/new-issue.json" with { type: "json" }

export interface ServiceHook {
  readonly id: number
  active: boolean
  events: ReadonlyArray<string>
  config: { readonly url: string; readonly secret: string }
}

export interface LoggedDelivery {
  readonly id: number
  readonly guid: string
  readonly event: string
  readonly payload: unknown
  readonly at: string
  readonly status: number
}

const { issue } = opened.body

/** What makes an issue another one. */
const issueOf = (number: number) => ({
  id: number,
  number,
  html_url: `https://codehost.example/acme/widgets/issues/${number}`
})

/** What the service sends of an issue that it made. */
export const openedIssue = (number: number) => ({
  ...opened.body,
  issue: { ...issue, ...issueOf(number) }
})

export const startService = async (login: string) => {
  const hooks = new Map<string, Array<ServiceHook>>()
  const log: Array<LoggedDelivery> = []
  const state = {
    allowsHooks: true,
    stars: [] as ReadonlyArray<unknown>,
    /** Requests an hour, as it says itself; nothing is said by default. */
    limit: undefined as number | undefined
  }
  const issues: Array<unknown> = []
  let last = 100

  const answer = (method: string, path: string, body: Partial<ServiceHook>): readonly [number, unknown] => {
    if (path === "/user") return [200, { login, id: 12, type: "User", html_url: `https://codehost.example/${login}` }]
    if (path.endsWith("/stargazers")) return [200, state.stars]
    if (path.endsWith("/issues") && method === "GET") return [200, issues]
    if (path.endsWith("/issues")) {
      issues.push({ ...issue, ...issueOf(++last) })
      return [201, issues.at(-1)]
    }
    const [, place, id, part, name] = /^\/(.+)\/hooks(?:\/(\d+))?(?:\/(deliveries))?(?:\/(\d+))?$/.exec(path) ?? []
    if (place === undefined || !state.allowsHooks) return [404, { message: "Not Found" }]
    const own = hooks.get(place) ?? []
    hooks.set(place, own)
    if (part !== undefined) {
      const sent = log.map(({ payload, at, status, ...one }) => ({
        ...one,
        delivered_at: at,
        status_code: status,
        ...(name !== undefined && { request: { headers: {}, payload } })
      }))
      return [200, name === undefined ? sent.toReversed() : sent.find((one) => String(one.id) === name)]
    }
    if (id === undefined && method === "GET") return [200, own]
    if (id === undefined) {
      const hook = { active: true, events: [], config: { url: "", secret: "" }, ...body, id: ++last }
      own.push(hook)
      return [201, hook]
    }
    const hook = own.find((one) => String(one.id) === id)
    if (hook === undefined) return [404, { message: "Not Found" }]
    if (method === "DELETE") {
      own.splice(own.indexOf(hook), 1)
      return [204, undefined]
    }
    return [200, Object.assign(hook, body)]
  }

  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8")
      const body = (text === "" ? {} : JSON.parse(text)) as Partial<ServiceHook>
      const [status, json] = answer(request.method ?? "", (request.url ?? "").split("?", 1)[0] ?? "", body)
      response.writeHead(status, {
        "content-type": "application/json",
        "x-oauth-scopes": "repo, admin:org_hook, notifications",
        ...(state.limit !== undefined && {
          "x-ratelimit-limit": String(state.limit),
          "x-ratelimit-remaining": String(state.limit - 1),
          "x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + 3_600),
          "x-ratelimit-resource": "core"
        })
      })
      response.end(json === undefined ? undefined : JSON.stringify(json))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    /** Those of a place, as they stand. */
    hooksAt: (place: string): Array<ServiceHook> => hooks.get(place) ?? [],
    /** A delivery that nobody took. */
    miss: (event: string, payload: unknown) =>
      log.push({
        id: ++last,
        guid: crypto.randomUUID(),
        event,
        payload,
        at: new Date().toISOString(),
        status: 502
      }),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}
