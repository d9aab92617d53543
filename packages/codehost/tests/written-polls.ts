/** Polls triggers against a local server that responds as the service does, with records that a test writes. */
import type { Polled } from "@inlay/agent-plugin/Trigger"
import * as Effect from "effect/Effect"

import { answers, type PreparedAnswer } from "./answers.ts"
import { connectionOf } from "./connected.ts"
import type { Json } from "./events.ts"

/** The time that is this many seconds after the first one of the tests. */
export const at = (seconds: number) =>
  new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString().replace(".000Z", "Z")

export const user = (id: number) => ({
  id,
  login: `user-${id}`,
  type: "User",
  html_url: `https://codehost.example/user-${id}`
})

/** Starts the server for the tests of a file. */
export const writtenPolls = () => {
  const server = answers()
  return {
    ...server,
    /** Serves responses by path and query. `GET /user` returns grace. */
    serve: (answer: (path: string, query: URLSearchParams) => PreparedAnswer | undefined) =>
      server.answer(({ target }) => {
        const url = new URL(target, "http://service")
        if (url.pathname === "/user") return { body: { login: "grace", id: 12 }, headers: { "x-oauth-scopes": "repo" } }
        return answer(url.pathname, url.searchParams) ?? { status: 404, body: { message: "Not Found" } }
      }),
    /** One page of a list, with the link to the next. */
    page: (path: string, query: URLSearchParams, items: ReadonlyArray<object>, inBody?: (page: object) => object) => {
      const [number, size] = [Number(query.get("page") ?? 1), Number(query.get("per_page") ?? 30)]
      const next = new URLSearchParams(query)
      next.set("page", String(number + 1))
      const body = items.slice((number - 1) * size, number * size)
      return {
        body: inBody?.(body) ?? body,
        ...(number * size < items.length && {
          headers: { link: `<${server.origin()}${path}?${next.toString()}>; rel="next"` }
        })
      }
    },
    poll: async (id: string, target: object, cursor?: string): Promise<Polled<Json>> => {
      const connection = await connectionOf({ base_url: server.origin() })
      return Effect.runPromise(connection.poll(`codehost_${id}`, target, cursor)) as Promise<Polled<Json>>
    }
  }
}
