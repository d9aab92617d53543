/** Responses for limits that end after some time. */
import { body, invalid, type ServiceAnswer } from "./answer.ts"

export const waits: ReadonlyArray<ServiceAnswer> = [
  {
    name: "the primary limit",
    status: 403,
    body: body("API rate limit exceeded for user ID 1."),
    headers: { "x-ratelimit-limit": "5000", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "9999999999" },
    becomes: "RateLimited",
    says: /rate limit/
  },
  {
    name: "the secondary limit",
    status: 403,
    body: body("You have exceeded a secondary rate limit. Please wait a few minutes before you try again."),
    headers: { "retry-after": "600" },
    becomes: "RateLimited",
    says: /secondary rate limit/
  },
  {
    name: "abuse detection",
    status: 403,
    body: body("You have triggered an abuse detection mechanism. Please wait a few minutes before you try again."),
    headers: { "retry-after": "600" },
    becomes: "RateLimited",
    says: /slow down/
  },
  {
    name: "too many requests",
    status: 429,
    body: body("Too many requests"),
    headers: { "retry-after": "600" },
    becomes: "RateLimited",
    says: /slow down/
  },
  {
    name: "too many failed sign-ins",
    status: 403,
    body: body("Maximum number of login attempts exceeded. Please try again later."),
    becomes: "RateLimited",
    says: /^The service refuses the account for a while, after too many requests with a wrong token\. /
  },
  {
    name: "content made too quickly",
    status: 403,
    body: body(
      "You have exceeded a secondary rate limit and have been temporarily blocked from content creation. Please retry your request again later."
    ),
    headers: { "retry-after": "600" },
    method: "POST",
    becomes: "RateLimited",
    says: /slow down/
  },
  {
    name: "content submitted too quickly",
    status: 422,
    body: invalid([
      { resource: "IssueComment", code: "unprocessable", field: "data", message: "was submitted too quickly" }
    ]),
    method: "POST",
    becomes: "RateLimited",
    says: /slow down/
  },
  {
    name: "content submitted too quickly, forbidden",
    status: 403,
    body: body('Validation Failed: "was submitted too quickly"'),
    method: "POST",
    becomes: "RateLimited",
    says: /slow down/
  }
]
