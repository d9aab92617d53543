/** Failing statuses, as APIs and the gateways in front of them send them. */
import { answers, type Faults } from "./fault.ts"

const errorText = (message: string): string => JSON.stringify({ error: { message } })

const gateway = (title: string): string =>
  `<html>\r\n<head><title>${title}</title></head>\r\n<body><h1>${title}</h1></body>\r\n</html>\r\n`
const HTML = { "content-type": "text/html" }

const throttle = (retryAfter?: string) =>
  answers(429, errorText("Too many requests."), retryAfter === undefined ? {} : { "retry-after": retryAfter })

/** The time in a minute from now, as an HTTP date. */
const inAMinute = (): string => new Date(Date.now() + 60_000).toUTCString()

export const statuses = {
  "401": { describes: "the key is wrong", respond: answers(401, errorText("Invalid API key.")) },
  "403": { describes: "a right is missing", respond: answers(403, errorText("Not allowed.")) },
  "404": { describes: "nothing is there", respond: answers(404, errorText("Not found.")) },
  "409": { describes: "a conflict", respond: answers(409, errorText("It changed meanwhile.")) },
  "422": { describes: "the input is rejected", respond: answers(422, errorText("email is not valid")) },
  "429": { describes: "throttled, not said for how long", respond: throttle() },
  "429-seconds": { describes: "throttled for a second", respond: throttle("1") },
  "429-date": {
    describes: "throttled until a date in a minute",
    respond: (exchange) => throttle(inAMinute())(exchange)
  },
  "429-years": { describes: "throttled for 30 years", respond: throttle("999999999") },
  "429-endless": { describes: "throttled for a number of 40 digits", respond: throttle("9".repeat(40)) },
  "429-negative": { describes: "throttled for less than nothing", respond: throttle("-5") },
  "429-garbage": { describes: "throttled until soon", respond: throttle("soon") },
  "500": { describes: "failed, and says so in JSON", respond: answers(500, errorText("Something went wrong.")) },
  "500-html": { describes: "failed, with a page", respond: answers(500, gateway("500 Error"), HTML) },
  "502-html": { describes: "a gateway's page", respond: answers(502, gateway("502 Bad Gateway"), HTML) },
  "503": { describes: "unavailable, not said for how long", respond: answers(503, errorText("Down for maintenance.")) },
  "503-seconds": {
    describes: "unavailable for a second",
    respond: answers(503, errorText("Down for maintenance."), { "retry-after": "1" })
  },
  "503-hour": {
    describes: "unavailable for an hour",
    respond: answers(503, errorText("Down for maintenance."), { "retry-after": "3600" })
  },
  "504": { describes: "a gateway's empty answer", respond: answers(504, "") }
} satisfies Faults
