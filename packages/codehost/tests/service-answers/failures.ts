/** Responses for missing resources and for failures of the service itself. */
import { body, type ServiceAnswer } from "./answer.ts"

export const failures: ReadonlyArray<ServiceAnswer> = [
  {
    name: "nothing there",
    status: 404,
    body: body("Not Found"),
    headers: { "x-oauth-scopes": "repo" },
    becomes: "NotFound",
    says: /Nothing was found at \/repos\/acme\/widgets\/issues, or the account's token may not see it\. /
  },
  {
    name: "a ref that is not there",
    status: 404,
    body: body("No commit found for the ref nope"),
    becomes: "NotFound",
    says: /No commit found for the ref nope\. /
  },
  {
    name: "an empty repository's contents",
    status: 404,
    body: body("This repository is empty."),
    becomes: "NotFound",
    says: /This repository is empty\. /
  },
  {
    name: "the website of an enterprise server",
    status: 406,
    body: undefined,
    headers: { "content-type": "text/html" },
    becomes: "Invalid",
    says: /\(406\).*base address is the provider's API, including its path prefix\./
  },
  {
    name: "an address that is no API",
    status: 404,
    body: body("Not Found"),
    endpoint: "/user",
    becomes: "NotFound",
    says: /Nothing was found at \/user\b.*base address is the provider's API, including its path prefix\./
  },
  { name: "logs that expired", status: 410, body: body("Server Error"), becomes: "NotFound", says: /gone/ },
  {
    name: "a failed service",
    status: 500,
    body: body("Server Error"),
    method: "POST",
    becomes: "Unavailable",
    says: /\(500\)/
  },
  {
    name: "a request that took too long",
    status: 502,
    body: body(
      "We couldn't respond to your request in time. Sorry about that. Please try resubmitting your request and contact us if the problem persists."
    ),
    method: "POST",
    becomes: "Unavailable",
    says: /in time/
  },
  {
    name: "a change that was given up, and may have been made all the same",
    status: 408,
    body: body("The diff is too large to process in time."),
    method: "POST",
    becomes: "Unavailable",
    says: /gave up waiting/
  },
  {
    name: "a change that was cancelled on its way, and may have been made all the same",
    status: 499,
    body: body("The diff is too large to process in time."),
    method: "POST",
    becomes: "Unavailable",
    says: /gave up waiting/
  },
  {
    name: "maintenance",
    status: 503,
    body: body("GitHub Enterprise is currently undergoing maintenance."),
    method: "POST",
    becomes: "Unavailable",
    says: /maintenance/
  }
]
