/** Finds the message of each request to the two services, and validates requests. */
import { maskProblems, message, problemsOf } from "./messages.ts"

export interface Sent {
  readonly api: "data" | "admin"
  readonly method: string
  /** The path with its query. */
  readonly target: string
  readonly body: string
}

interface Route {
  readonly api: Sent["api"]
  readonly method: string
  readonly path: RegExp
  /** The message of the request body. Absent if there is none. */
  readonly body?: string
  /** The message of the response, such as `admin.Property`. */
  readonly gives: string
  /** Required fields of the message that the URL contains, or that a change may omit. */
  readonly fromPath?: ReadonlyArray<string>
  /** Allowed query parameters. */
  readonly query?: ReadonlyArray<string>
}

const data = (action: string, name: string): Route => ({
  api: "data",
  method: "POST",
  path: new RegExp(`^/v1beta/properties/\\d+:${action}$`),
  body: `${name}Request`,
  gives: `data.${name}Response`
})

const admin = (
  method: string,
  path: string,
  gives: string,
  more: Omit<Route, "api" | "method" | "path" | "gives"> = {}
): Route => ({
  api: "admin",
  method,
  path: new RegExp(`^/v1beta/${path}$`),
  gives: gives === "Empty" ? gives : `admin.${gives}`,
  ...more
})

const paging = ["pageSize", "pageToken"]

const ROUTES: ReadonlyArray<Route> = [
  data("runReport", "RunReport"),
  data("runRealtimeReport", "RunRealtimeReport"),
  data("runPivotReport", "RunPivotReport"),
  data("batchRunReports", "BatchRunReports"),
  data("batchRunPivotReports", "BatchRunPivotReports"),
  data("checkCompatibility", "CheckCompatibility"),
  { api: "data", method: "GET", path: /^\/v1beta\/properties\/\d+\/metadata$/, gives: "data.Metadata" },
  admin("GET", "accountSummaries", "ListAccountSummariesResponse", { query: paging }),
  admin("GET", "properties", "ListPropertiesResponse", { query: [...paging, "filter", "showDeleted"] }),
  admin("GET", "properties/\\d+", "Property"),
  admin("POST", "properties", "Property", { body: "Property" }),
  admin("PATCH", "properties/\\d+", "Property", {
    body: "Property",
    fromPath: ["displayName", "timeZone"],
    query: ["updateMask"]
  }),
  admin("DELETE", "properties/\\d+", "Property"),
  admin("GET", "properties/\\d+/keyEvents", "ListKeyEventsResponse", { query: paging }),
  admin("POST", "properties/\\d+/keyEvents", "KeyEvent", { body: "KeyEvent" }),
  admin("GET", "properties/\\d+/keyEvents/\\d+", "KeyEvent"),
  admin("PATCH", "properties/\\d+/keyEvents/\\d+", "KeyEvent", {
    body: "KeyEvent",
    fromPath: ["countingMethod"],
    query: ["updateMask"]
  }),
  admin("DELETE", "properties/\\d+/keyEvents/\\d+", "Empty"),
  admin("GET", "properties/\\d+/dataStreams", "ListDataStreamsResponse", { query: paging }),
  admin("POST", "properties/\\d+/dataStreams", "DataStream", { body: "DataStream" }),
  admin("GET", "properties/\\d+/dataStreams/\\d+", "DataStream"),
  admin("PATCH", "properties/\\d+/dataStreams/\\d+", "DataStream", {
    body: "DataStream",
    fromPath: ["type"],
    query: ["updateMask"]
  }),
  admin("DELETE", "properties/\\d+/dataStreams/\\d+", "Empty")
]

/** Names of all operations. */
export const routes = ROUTES.map(({ api, method, path }) => `${api} ${method} ${path.source}`)

/** The name of a request's operation, or undefined if there is none. */
export const routeOf = ({ api, method, target }: Sent): string | undefined => {
  const [path = ""] = target.split("?")
  const at = ROUTES.findIndex((route) => route.api === api && route.method === method && route.path.test(path))
  return routes[at]
}

/** The message of the response, or undefined if there is no such operation. */
export const answerOf = (request: Sent): string | undefined => {
  const name = routeOf(request)
  return name === undefined ? undefined : ROUTES[routes.indexOf(name)]?.gives
}

/** The errors of a request according to the official messages. */
export const requestProblems = (request: Sent): ReadonlyArray<string> => {
  const [path = "", query = ""] = request.target.split("?")
  const route = ROUTES.find((one) => one.api === request.api && one.method === request.method && one.path.test(path))
  if (route === undefined) return [`${request.api} ${request.method} ${path} is no operation`]
  const parameters = new URLSearchParams(query)
  const unexpected = [...parameters.keys()].filter((name) => route.query?.includes(name) !== true)
  const mask = parameters.get("updateMask")
  if (route.body === undefined) {
    return [...unexpected, ...(request.body === "" ? [] : ["a body that should not exist"])]
  }
  const type = message(request.api, route.body)
  const body: unknown = JSON.parse(request.body)
  return [
    ...unexpected,
    ...problemsOf(type, body, type.name, route.fromPath ?? []),
    ...(mask === null ? [] : maskProblems(type, mask, body as object)),
    ...(route.query?.includes("updateMask") === true && mask === null ? ["no update mask"] : [])
  ]
}
