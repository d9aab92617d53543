/** The methods that each path takes, so that a wrong method is not reported as a wrong path. */
import * as HttpApi from "effect/http-api/HttpApi"

import { pathOf } from "../../../serving/request-url.ts"
import { Api } from "./Api.ts"

/** Paths of routes that are not part of `Api`. */
const OTHERS = ["/", "/sign-in", "/api/events", "/openapi.json", "/metrics", "/healthz", "/oauth/callback"]

/** `/api/tools/:id` matches one segment in place of `:id`. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+")}$`)

const table: Array<{ readonly pattern: RegExp; readonly method: string }> = OTHERS.map((path) => ({
  pattern: patternOf(path),
  method: "GET"
}))
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint: { path, method } }) => table.push({ pattern: patternOf(path), method })
})

/** The router has no route for a path that is no text. */
const isText = (path: string): boolean => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** The methods of a path, for the header `Allow`; empty if there is nothing at the path. */
export const methodsOf = (url: string): ReadonlyArray<string> => {
  const path = pathOf(url)
  if (!isText(path)) return []
  const methods = table.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  if (methods.length === 0) return []
  return [...new Set(methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))), "OPTIONS"]
}
