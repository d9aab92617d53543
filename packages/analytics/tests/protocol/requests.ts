/** Which message each request of the two services is, and what one that was sent has against it. */
import { maskProblems, message, problemsOf } from "./messages.ts"

export interface Sent {
  readonly api: "data" | "admin"
  readonly method: string
  /** With its query. */
  readonly target: string
  readonly body: string
}

interface Route {
  readonly api: Sent["api"]
  readonly method: string
  readonly path: RegExp
  /** Of its body; absent where there is none. */
  readonly body?: string
  /** Required fields of the message that the address names, or that a change may leave out. */
  readonly fromPath?: ReadonlyArray<string>
  /** Parameters that its query may have. */
  readonly query?: ReadonlyArray<string>
}

const data = (action: string, body: string): Route => ({
  api: "data",
  method: "POST",
  path: new RegExp(`^/v1beta/properties/\\d+:${action}$`),
  body
})

const admin = (method: string, path: string, more: Omit<Route, "api" | "method" | "path"> = {}): Route => ({
  api: "admin",
  method,
  path: new RegExp(`^/v1beta/${path}$`),
  ...more
})

const paging = ["pageSize", "pageToken"]

const ROUTES: ReadonlyArray<Route> = [
  data("runReport", "RunReportRequest"),
  data("runRealtimeReport", "RunRealtimeReportRequest"),
  data("runPivotReport", "RunPivotReportRequest"),
  data("batchRunReports", "BatchRunReportsRequest"),
  data("batchRunPivotReports", "BatchRunPivotReportsRequest"),
  data("checkCompatibility", "CheckCompatibilityRequest"),
  { api: "data", method: "GET", path: /^\/v1beta\/properties\/\d+\/metadata$/ },
  admin("GET", "accountSummaries", { query: paging }),
  admin("GET", "properties", { query: [...paging, "filter", "showDeleted"] }),
  admin("GET", "properties/\\d+"),
  admin("POST", "properties", { body: "Property" }),
  admin("PATCH", "properties/\\d+", { body: "Property", fromPath: ["displayName", "timeZone"], query: ["updateMask"] }),
  admin("DELETE", "properties/\\d+"),
  admin("GET", "properties/\\d+/keyEvents", { query: paging }),
  admin("POST", "properties/\\d+/keyEvents", { body: "KeyEvent" }),
  admin("GET", "properties/\\d+/keyEvents/\\d+"),
  admin("PATCH", "properties/\\d+/keyEvents/\\d+", {
    body: "KeyEvent",
    fromPath: ["countingMethod"],
    query: ["updateMask"]
  }),
  admin("DELETE", "properties/\\d+/keyEvents/\\d+"),
  admin("GET", "properties/\\d+/dataStreams", { query: paging }),
  admin("POST", "properties/\\d+/dataStreams", { body: "DataStream" }),
  admin("GET", "properties/\\d+/dataStreams/\\d+"),
  admin("PATCH", "properties/\\d+/dataStreams/\\d+", { body: "DataStream", fromPath: ["type"], query: ["updateMask"] }),
  admin("DELETE", "properties/\\d+/dataStreams/\\d+")
]

/** How many operations there are to be asked. */
export const routes = ROUTES.map(({ api, method, path }) => `${api} ${method} ${path.source}`)

/** The name of the operation of a request; `undefined` where there is none. */
export const routeOf = ({ api, method, target }: Sent): string | undefined => {
  const [path = ""] = target.split("?")
  const at = ROUTES.findIndex((route) => route.api === api && route.method === method && route.path.test(path))
  return routes[at]
}

/** What a request has against the official messages. */
export const requestProblems = (sent: Sent): ReadonlyArray<string> => {
  const [path = "", query = ""] = sent.target.split("?")
  const route = ROUTES.find((one) => one.api === sent.api && one.method === sent.method && one.path.test(path))
  if (route === undefined) return [`${sent.api} ${sent.method} ${path} is no operation`]
  const parameters = new URLSearchParams(query)
  const unexpected = [...parameters.keys()].filter((name) => route.query?.includes(name) !== true)
  const mask = parameters.get("updateMask")
  if (route.body === undefined) {
    return [...unexpected, ...(sent.body === "" ? [] : ["a body where there is none"])]
  }
  const type = message(sent.api, route.body)
  const body: unknown = JSON.parse(sent.body)
  return [
    ...unexpected,
    ...problemsOf(type, body, type.name, route.fromPath ?? []),
    ...(mask === null ? [] : maskProblems(type, mask, body as object)),
    ...(route.query?.includes("updateMask") === true && mask === null ? ["no update mask"] : [])
  ]
}
