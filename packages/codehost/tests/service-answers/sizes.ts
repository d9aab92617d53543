/** Responses to requests that are too large or too long. */
import { body, invalid, type ServiceAnswer } from "./answer.ts"

const CLASSIC = { "x-oauth-scopes": "repo, read:org", "x-accepted-oauth-scopes": "repo" }

export const sizes: ReadonlyArray<ServiceAnswer> = [
  {
    name: "a blob over 100 MB",
    status: 403,
    body: invalid(
      [{ resource: "Blob", field: "data", code: "too_large" }],
      "This API returns blobs up to 100 MB in size. The requested blob is too large to fetch via the API, but you can always clone the repository via Git in order to obtain it."
    ),
    headers: CLASSIC,
    becomes: "Invalid",
    says: /too large for this call/
  },
  {
    name: "a diff of too many files",
    status: 406,
    body: invalid(
      [{ resource: "PullRequest", field: "diff", code: "too_large" }],
      "Sorry, the diff exceeded the maximum number of files (300). Consider using 'List pull requests files' API or locally cloning the repository instead."
    ),
    becomes: "Invalid",
    says: /too large for this call/
  },
  {
    name: "a history that is too long",
    status: 403,
    body: body("The history or contributor list is too large to list contributors for this repository via the API."),
    headers: CLASSIC,
    becomes: "Invalid",
    says: /too large to list contributors/
  },
  {
    name: "a field that is too large, by its code",
    status: 422,
    body: invalid([{ resource: "Blob", field: "content", code: "too_large" }]),
    method: "POST",
    becomes: "Invalid",
    says: /That is too large for this call: content is too large\. /,
    fields: [{ field: "content", message: "is too large" }]
  },
  {
    name: "an input that is too large",
    status: 422,
    body: body(
      "Sorry, your input was too large to process. Consider creating the blob in a local clone of the repository."
    ),
    method: "PUT",
    becomes: "Invalid",
    says: /too large/
  },
  {
    name: "a body that is too long",
    status: 422,
    body: invalid([
      { resource: "Issue", code: "custom", field: "body", message: "body is too long (maximum is 65536 characters)" }
    ]),
    method: "POST",
    becomes: "Invalid",
    says: /input: body is too long \(maximum is 65536 characters\)\. /,
    fields: [{ field: "body", message: "body is too long (maximum is 65536 characters)" }]
  }
]
