/** Responses to inputs that the service rejects. */
import { body, invalid, type ServiceAnswer } from "./answer.ts"

export const inputs: ReadonlyArray<ServiceAnswer> = [
  {
    name: "a user who cannot be assigned",
    status: 422,
    body: invalid([{ value: "nobody", resource: "Issue", field: "assignees", code: "invalid" }]),
    method: "POST",
    becomes: "Invalid",
    says: /input: assignees "nobody" is not valid\. /,
    fields: [{ field: "assignees", message: "nobody is not valid" }]
  },
  {
    name: "values of a list",
    status: 422,
    body: invalid([{ value: ["a", "b"], resource: "Issue", field: "labels", code: "missing" }]),
    method: "POST",
    becomes: "Invalid",
    says: /labels "a", "b" does not exist\. /,
    fields: [{ field: "labels", message: "a, b does not exist" }]
  },
  {
    name: "a number that names nothing",
    status: 422,
    body: invalid([{ value: 7, resource: "Issue", field: "milestone", code: "invalid" }]),
    method: "PATCH",
    becomes: "Invalid",
    says: /milestone 7 is not valid\. /,
    fields: [{ field: "milestone", message: "7 is not valid" }]
  },
  {
    name: "a field that is missing",
    status: 422,
    body: invalid([{ resource: "Issue", field: "title", code: "missing_field" }]),
    method: "POST",
    becomes: "Invalid",
    says: /input: title is missing\. /,
    fields: [{ field: "title", message: "is missing" }]
  },
  {
    name: "a field that cannot be used",
    status: 422,
    body: invalid([{ resource: "Issue", field: "labels", code: "unprocessable" }]),
    method: "POST",
    becomes: "Invalid",
    says: /input: labels cannot be used\. /,
    fields: [{ field: "labels", message: "cannot be used" }]
  },
  {
    name: "a problem whose code is new",
    status: 422,
    body: invalid([{ resource: "Issue", field: "labels", code: "brand_new" }]),
    method: "POST",
    becomes: "Invalid",
    says: /input: labels is not valid\. /,
    fields: [{ field: "labels", message: "is not valid" }]
  },
  {
    name: "a record without a field",
    status: 422,
    body: invalid([{ resource: "Milestone", code: "missing" }]),
    method: "PATCH",
    becomes: "Invalid",
    says: /input: Milestone does not exist\. /,
    fields: [{ field: "", message: "Milestone does not exist" }]
  },
  {
    name: "a problem with a message of its own",
    status: 422,
    body: invalid([{ resource: "PullRequest", code: "custom", message: "No commits between main and main" }]),
    method: "POST",
    becomes: "Invalid",
    says: /input: No commits between main and main\. /,
    fields: [{ field: "", message: "No commits between main and main" }]
  },
  {
    name: "a head that is not there",
    status: 422,
    body: invalid([{ resource: "PullRequest", field: "head", code: "invalid" }]),
    method: "POST",
    becomes: "Invalid",
    says: /input: head is not valid\. /,
    fields: [{ field: "head", message: "is not valid" }]
  },
  {
    name: "a repository name that is taken",
    status: 422,
    body: invalid(
      [{ resource: "Repository", code: "custom", field: "name", message: "name already exists on this account" }],
      "Repository creation failed."
    ),
    method: "POST",
    endpoint: "/user/repos",
    becomes: "Conflict",
    says: /^The service reports a conflict: Repository creation failed: name already exists on this account\. Choose another/,
    because: "exists"
  },
  {
    name: "a message that does not begin with its field",
    status: 422,
    body: invalid([
      { resource: "Repository", code: "custom", field: "visibility", message: "Only members may do that." }
    ]),
    method: "POST",
    becomes: "Invalid",
    says: /input: visibility: Only members may do that\. /,
    fields: [{ field: "visibility", message: "Only members may do that." }]
  },
  {
    name: "a pull request that exists",
    status: 422,
    body: invalid([
      { resource: "PullRequest", code: "custom", message: "A pull request already exists for acme:topic/one." }
    ]),
    method: "POST",
    becomes: "Conflict",
    says: /already exists for acme:topic\/one\. /,
    because: "exists"
  },
  {
    name: "a release that exists",
    status: 422,
    body: invalid([{ resource: "Release", field: "tag_name", code: "already_exists" }]),
    method: "POST",
    becomes: "Conflict",
    says: /tag_name exists already\. /,
    because: "exists"
  },
  {
    name: "a branch that exists",
    status: 422,
    body: body("Reference already exists"),
    method: "POST",
    becomes: "Conflict",
    says: /Reference already exists\. /,
    because: "exists"
  },
  {
    name: "a commit that is not there",
    status: 422,
    body: body("No commit found for SHA: abc"),
    becomes: "NotFound",
    says: /no such commit, branch or tag: No commit found for SHA: abc\. /
  },
  {
    name: "an object that is not there",
    status: 422,
    body: body("Object does not exist"),
    method: "POST",
    becomes: "Invalid",
    says: /Object does not exist\. /
  },
  {
    name: "problems as sentences",
    status: 422,
    body: invalid(["body is too long", "title can't be blank"]),
    method: "POST",
    becomes: "Invalid",
    says: /body is too long; title can't be blank\. /,
    fields: [
      { field: "", message: "body is too long" },
      { field: "", message: "title can't be blank" }
    ]
  },
  {
    name: "one problem as a sentence",
    status: 422,
    body: invalid("Could not resolve to a node."),
    method: "POST",
    becomes: "Invalid",
    says: /input: Could not resolve to a node\. /
  },
  {
    name: "problems by their place in a list",
    status: 422,
    body: invalid([{ index: 2, errors: [{ resource: "Label", field: "name", code: "missing_field" }] }]),
    method: "POST",
    becomes: "Invalid",
    says: /2\.name is missing\. /,
    fields: [{ field: "2.name", message: "is missing" }]
  },
  {
    name: "messages by field",
    status: 422,
    body: invalid({ name: ["is too short", "is reserved"] }),
    method: "POST",
    becomes: "Invalid",
    says: /name: is too short; name: is reserved\. /,
    fields: [
      { field: "name", message: "is too short" },
      { field: "name", message: "is reserved" }
    ]
  },
  {
    name: "a schema that was not met",
    status: 422,
    body: body("Invalid request.\n\nFor 'properties/title', nil is not a string."),
    method: "POST",
    becomes: "Invalid",
    says: /Invalid request\. For 'properties\/title', nil is not a string\. /
  },
  {
    name: "a search of what cannot be seen",
    status: 422,
    body: invalid([
      {
        message:
          "The listed users and repositories cannot be searched either because the resources do not exist or you do not have permission to view them.",
        resource: "Search",
        field: "q",
        code: "invalid"
      }
    ]),
    endpoint: "/search/issues?q=repo:acme/none",
    becomes: "Invalid",
    says: /q The listed users|q: The listed users/
  },
  {
    name: "a spammed endpoint",
    status: 422,
    body: invalid([], "Validation failed, or the endpoint has been spammed."),
    method: "POST",
    becomes: "Invalid",
    says: /has been spammed\. /
  },
  {
    name: "JSON that it cannot read",
    status: 400,
    body: body("Problems parsing JSON"),
    method: "POST",
    becomes: "Invalid",
    says: /Problems parsing JSON\. /
  },
  {
    name: "a media type that it does not know",
    status: 415,
    body: body("Unsupported 'Accept' header: 'text/plain'. Must accept 'application/json'."),
    becomes: "Invalid",
    says: /Unsupported 'Accept' header/
  },
  {
    name: "an inputs' name that a workflow lacks",
    status: 422,
    body: body('Unexpected inputs provided: ["colour"]'),
    method: "POST",
    becomes: "Invalid",
    says: /Unexpected inputs provided/
  }
]
