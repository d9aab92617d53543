/** Responses to person lookups that are failures: by status, by their text, or because they cannot be understood. */
import { cases, EMAIL } from "./case.ts"

/** Free: the response proves that nothing was done. */
export const throttles = cases("person", [
  ["429 alone", 429, "", "RateLimited"],
  ["429 with a page", 429, "<html><body>Too many requests</body></html>", "RateLimited"],
  ["429 with words", 429, { message: "API rate limit exceeded" }, "RateLimited"],
  [
    "429 for each minute",
    429,
    {
      error: {
        code: 429,
        status: "RESOURCE_EXHAUSTED",
        message: "Quota exceeded for quota metric 'lookups' and limit 'lookups per minute'"
      }
    },
    "RateLimited"
  ],
  [
    "429 of a gateway",
    429,
    {
      fault: {
        faultstring: "Rate limit quota violation. Quota limit exceeded.",
        detail: { errorcode: "policies.ratelimit.QuotaViolation" }
      }
    },
    "RateLimited"
  ],
  ["400 with a code", 400, { error: "rate_limit_exceeded" }, "RateLimited"],
  ["403 with a code in camel case", 403, { errors: [{ reason: "userRateLimitExceeded" }] }, "RateLimited"],
  [
    "403 in a sentence",
    403,
    { errors: [{ id: "too_many_requests", code: 403, details: "You have reached the rate limit" }] },
    "RateLimited"
  ],
  ["503 with words", 503, { message: "Too many requests" }, "RateLimited"],
  ["200 with a code", 200, { success: false, code: "rate_limited" }, "RateLimited"],
  ["200 with a constant", 200, { error: { type: "TOO_MANY_REQUESTS" } }, "RateLimited"],
  ["200 in camel case", 200, { status: "error", reason: "rateLimitExceeded" }, "RateLimited"],
  ["200 in kebab case", 200, { error: { code: "rate-limited" } }, "RateLimited"],
  ["200 in a sentence", 200, { message: "Too many requests, please slow down." }, "RateLimited"],
  ["200 with a status of its own", 200, { status: 429, message: "Slow down" }, "RateLimited"],
  ["200 with a code as digits", 200, { success: false, code: "429" }, "RateLimited"],
  [
    "200 as GraphQL",
    200,
    { data: { person: null }, errors: [{ message: "Throttled", extensions: { code: "THROTTLED" } }] },
    "RateLimited"
  ],
  ["200 with an empty record", 200, { person: null, error: { message: "Rate limit exceeded" } }, "RateLimited"],
  ["200 for each hour", 200, { error: "Hourly limit reached" }, "RateLimited"],
  ["200 as the second of a list", 200, { errors: [{ code: "E1" }, { code: "rate_limited" }] }, "RateLimited"]
])

export const refusals = cases("person", [
  ["402 alone", 402, "", "QuotaExhausted"],
  [
    "402 with a typed error",
    402,
    { status: 402, error: { type: "payment_required", message: "You have reached your maximum number of matches" } },
    "QuotaExhausted"
  ],
  [
    "403 without credits",
    403,
    { code: 403, description: "You have run out of credits", name: "Forbidden" },
    "QuotaExhausted"
  ],
  [
    "403 with details alone",
    403,
    { details: "You have insufficient credits to perform this operation.", correlation_id: "c1" },
    "QuotaExhausted"
  ],
  ["422 without credits", 422, { error: "insufficient credits", error_code: "INSUFFICIENT_CREDITS" }, "QuotaExhausted"],
  ["400 without credits", 400, { message: "Not enough credits" }, "QuotaExhausted"],
  [
    "429 for a month",
    429,
    { errors: [{ id: "usage_limit", code: 429, details: "You have reached your usage limit." }] },
    "QuotaExhausted"
  ],
  [
    "429 for a trial",
    429,
    { message: "You've reached your trial limit, please contact support for upgrade" },
    "QuotaExhausted"
  ],
  ["429 for a plan", 429, { message: "Limit Exceeded" }, "QuotaExhausted"],
  ["429 for a day", 429, { error: "Daily quota exceeded" }, "QuotaExhausted"],
  ["200 with a code", 200, { success: false, code: "insufficient_credits" }, "QuotaExhausted"],
  ["200 with a constant", 200, { error: { name: "OUT_OF_CREDITS" } }, "QuotaExhausted"],
  ["200 in camel case", 200, { error: "creditsExhausted" }, "QuotaExhausted"],
  ["200 in kebab case", 200, { error: { code: "no-credits" } }, "QuotaExhausted"],
  ["200 in a sentence", 200, { status: "error", message: "You don't have enough credits." }, "QuotaExhausted"],
  ["200 about funds", 200, { success: false, detail: "Insufficient funds in the account." }, "QuotaExhausted"],
  ["200 beside a null record", 200, { person: null, error: "Monthly quota reached" }, "QuotaExhausted"],
  ["200 as a list of errors", 200, { errors: [{ code: "quota_exceeded" }] }, "QuotaExhausted"],
  [
    "200 with a preview of the person",
    200,
    { success: false, error: "insufficient_credits", person: { full_name: "Jane D." } },
    "QuotaExhausted"
  ],
  ["200 with a status of its own", 200, { statusCode: 402, message: "Payment Required" }, "QuotaExhausted"],
  ["401 alone", 401, "", "Unauthorized"],
  [
    "401 with words",
    401,
    { errors: [{ id: "authentication_failed", code: 401, details: "No user found for the API key supplied" }] },
    "Unauthorized"
  ],
  ["400 with a key that is missing", 400, { message: "API key is required" }, "Unauthorized"],
  ["403 with a key that is wrong", 403, { error: "Invalid API key" }, "Unauthorized"],
  ["403 with a key in camel case", 403, { code: "invalidApiKey" }, "Unauthorized"],
  ["404 about the key", 404, { message: "API key not found" }, "Unauthorized"],
  ["200 with a code", 200, { success: false, error: "invalid_api_key" }, "Unauthorized"],
  ["200 with a constant", 200, { error: { code: "UNAUTHENTICATED" } }, "Unauthorized"],
  ["200 in Pascal case", 200, { error: "AuthenticationError" }, "Unauthorized"],
  ["200 in a sentence", 200, { message: "The API key you supplied is not valid." }, "Unauthorized"],
  ["200 about a token that has run out", 200, { ok: false, error: "token_expired" }, "Unauthorized"],
  ["200 with a status of its own", 200, { status: 401, error: "unauthorized" }, "Unauthorized"],
  ["403 alone", 403, "", "Forbidden"],
  [
    "403 of a plan",
    403,
    { error: "people/match is not accessible with this api_key on a free plan", error_code: "API_INACCESSIBLE" },
    "Forbidden"
  ],
  ["403 that mentions a rate limit", 403, { message: "rate limit add-on required" }, "Forbidden"],
  ["403 about her", 403, { message: "Person not found" }, "Forbidden"],
  ["200 about the path", 200, { success: false, message: "Unknown endpoint" }, "NotFound"],
  ["200 that says forbidden", 200, { success: false, error: "forbidden" }, "Forbidden"],
  [
    "400 about the input",
    400,
    { error: { type: "invalid_request_error", message: "Request must contain an email" } },
    "Invalid"
  ],
  [
    "422 with locations",
    422,
    { detail: [{ loc: ["body", "email"], msg: "value is not a valid email address", type: "value_error.email" }] },
    "Invalid"
  ],
  ["400 without an email", 400, { message: "No email provided" }, "Invalid"],
  [
    "400 without any identifier",
    400,
    { error: "No email, phone or linkedin_url supplied in the request body" },
    "Invalid"
  ],
  ["422 with an unknown parameter", 422, { message: "Unknown profile parameter profilenet_url" }, "Invalid"],
  ["400 without a field", 400, { message: "Required field domain not found" }, "Invalid"],
  ["400 without the value of a field", 400, { message: "Value not found for required field email" }, "Invalid"],
  ["400 with an empty field", 400, { message: "No data given for the field email" }, "Invalid"],
  ["200 about a key that was deactivated", 200, { error: { message: "This API key was deactivated" } }, "Unauthorized"],
  ["403 about a key that was deactivated", 403, { message: "Your API key has been deactivated." }, "Unauthorized"],
  ["200 about a key that is not active", 200, { error: "The token is no longer active" }, "Unauthorized"],
  ["403 about a suspended key", 403, { error: "suspended_api_key" }, "Unauthorized"],
  ["200 about a plan", 200, { error: "Enrichment is not available on your plan" }, "Forbidden"],
  ["200 about a better plan", 200, { success: false, message: "This endpoint requires the Pro plan." }, "Forbidden"],
  ["200 about an upgrade", 200, { success: false, code: "UPGRADE_REQUIRED" }, "Forbidden"],
  ["409", 409, { message: "being updated" }, "Conflict"],
  [
    "404 of a router",
    404,
    { message: "Cannot POST /v2/enrich/person", error: "Not Found", statusCode: 404 },
    "NotFound"
  ],
  ["404 of a gateway", 404, { message: "no Route matched with those values" }, "NotFound"],
  [
    "404 of a framework that names the path",
    404,
    { timestamp: "2026-11-22T00:00:00Z", status: 404, error: "Not Found", path: "/enrich/person" },
    "NotFound"
  ],
  ...[
    "Route POST:/api/v2/enrich/person not found",
    "The route api/v2/enrich/person could not be found.",
    "Endpoint '/v2/enrich/person' does not exist",
    "No static resource v2/enrich/person.",
    "No HTTP resource was found that matches the request URI 'https://api.example/v2/enrich/person'.",
    "Can't find /v2/enrich/person on this server!"
  ].map((message) => [`404 of a router that names the path: ${message}`, 404, { message }, "NotFound"] as const),
  ["404 about the URL requested", 404, { error: "The requested URL was not found on the server." }, "NotFound"],
  ["404 that is a page", 404, "<!doctype html><title>404</title>", "NotFound"],
  ["404 about the account", 404, { message: "Workspace not found" }, "NotFound"],
  ["403 of a gateway without such a path", 403, { message: "Missing Authentication Token" }, "NotFound"],
  ["405 of a web site", 405, "<html></html>", "NotFound"]
])

const person = { full_name: "Jane Doe", job_title: "CTO", email: "jane@home.example" }

/** May have been charged. */
export const unknownCharges = cases("person", [
  ["500", 500, { message: "Something went wrong" }, "Unavailable"],
  ["500 that names whom it did not find", 500, { message: "person not found" }, "Unavailable"],
  ["501 with words of a miss", 501, { error: "Profile does not exist" }, "Unavailable"],
  ["503 with words of a miss", 503, { message: "No person matches" }, "Unavailable"],
  ["200 with a status of 500 and words of a miss", 200, { status: 500, message: "person not found" }, "Unavailable"],
  ["404 whose body names a 503", 404, { status: 503, error: "Service Unavailable" }, "Unavailable"],
  ["404 that ran out of time", 404, { error: "Upstream timeout" }, "Unavailable"],
  ["404 with a person in it", 404, { person: { full_name: "Jane Doe", job_title: "Head of Sales" } }, "Decode"],
  ["200 with empty data and trouble", 200, { data: {}, warnings: ["Search timed out"] }, "Unavailable"],
  ["200 with empty results and an internal error", 200, { results: [], info: "Internal error" }, "Unavailable"],
  ["200 with null and a source that is down", 200, { person: null, note: "Data source is unavailable" }, "Unavailable"],
  ["500 that says not found of nobody", 500, { error: "not_found" }, "Unavailable"],
  ["500 about a part of the provider", 500, { message: "Database host not found" }, "Unavailable"],
  ["500 with words of a throttle", 500, { message: "rate limit store down" }, "Unavailable"],
  ["502 of a gateway", 502, "<html><h1>502 Bad Gateway</h1></html>", "Unavailable"],
  ["502 with words of a miss", 502, { message: "person not found" }, "Unavailable"],
  ["504", 504, "", "Unavailable"],
  ["200 with a failure of no name", 200, { success: false, message: "Please contact us" }, "Unavailable"],
  ["200 with a failure beside null", 200, { success: false, data: null, message: "Upstream error" }, "Unavailable"],
  ["200 with an error beside a null record", 200, { error: "Internal error", person: null }, "Unavailable"],
  ["200 with a status of 500", 200, { status: 500, message: "Internal" }, "Unavailable"],
  ["200 as GraphQL with an error", 200, { data: null, errors: [{ message: "Internal server error" }] }, "Unavailable"],
  ...[
    { match: "none" },
    { matched: "no" },
    { found: "False" },
    { is_match: "No" },
    { match_status: "none" },
    { matchResult: "NONE" }
  ].map(
    (denial) => [`200 with a person, and ${JSON.stringify(denial)}`, 200, { ...denial, person }, "Decode"] as const
  ),
  ["202 alone", 202, "", "Decode"],
  ["200 with a search that waits", 200, { success: true, item: { _id: "s1", status: "NONE" } }, "Decode"],
  ["200 with a status of none, beside null", 200, { status: "none", person: null }, "Decode"],
  ["200 with an id and no error", 200, { error: "none", request_id: "r1" }, "Decode"],
  ["202 with a job", 202, { job_id: "j1", message: "Your request was accepted" }, "Decode"],
  ["202 with an id", 202, { enrichmentID: "e-1" }, "Decode"],
  ["202 that is queued", 202, { error: { type: "queued", message: "Your request is being looked up" } }, "Decode"],
  ["200 with a job that is pending", 200, { job_id: "j1", status: "pending" }, "Decode"],
  ["200 with a constant of progress", 200, { state: "IN_PROGRESS", requestId: "r1" }, "Decode"],
  [
    "200 that is searching, with a name already",
    200,
    { id: 9, status: "searching", name: "Jane Doe", current_title: "Head of Sales", emails: [] },
    "Decode"
  ],
  [
    "200 that goes on, with a name already",
    200,
    { id: 9, status: "progress", name: "Jane Doe", current_title: "Head of Sales", emails: [] },
    "Decode"
  ],
  ["200 with a job of some name", 200, { id: "j1", name: "Accounts of May", status: "CREATED", data: [] }, "Decode"],
  [
    "200 with a job of some name that was cancelled",
    200,
    { id: "j1", name: "Accounts of May", status: "CANCELED", cost: { credits: 0 }, data: [] },
    "Decode"
  ],
  [
    "200 that is being resolved, with a name already",
    200,
    { data: { id: 9, status: "resolving", is_complete: false, name: "Jane Doe", title: "Head of Sales" } },
    "Decode"
  ],
  [
    "200 with an item whose input is invalid",
    200,
    { success: true, data: { result: [{ input: { emailAddress: EMAIL }, data: [], matchStatus: "INVALID_INPUT" }] } },
    "Decode"
  ],
  [
    "200 with an item that could not be looked up",
    200,
    { success: true, data: { result: [{ input: { emailAddress: EMAIL }, data: [], matchStatus: "SERVICE_ERROR" }] } },
    "Decode"
  ],
  [
    "200 with a record of nulls that names other people",
    200,
    {
      full_name: null,
      email: EMAIL,
      headline: null,
      people_also_viewed: [{ name: "Ravi Rao", title: "Director", link: "https://www.linkedin.com/in/ravi-rao" }],
      manager: { full_name: "Ann Lee", email: "ann.lee@acme.example" }
    },
    "Decode"
  ],
  [
    "200 with a lookup that failed, in a list of the account",
    200,
    { id: 9, status: "failed", name: null, current_title: null, emails: [], profile_list: { id: 1, name: "Lookups" } },
    "Unavailable"
  ],
  [
    "200 with a lookup that failed, of a name that was known before",
    200,
    { id: 9, status: "failed", name: "Jane Doe", current_title: "Head of Sales", emails: [] },
    "Unavailable"
  ],
  [
    "200 with a failed lookup in data, of a name that was known before",
    200,
    { status: { code: 200 }, data: { id: 9, status: "failed", name: "Jane Doe", email: null } },
    "Unavailable"
  ],
  [
    "200 with a failed lookup of a batch, beside a name that was known before",
    200,
    { results: [{ status: "failed", person: { full_name: "Jane Doe", emails: [] } }] },
    "Unavailable"
  ],
  [
    "200 with a failure and a preview of the person",
    200,
    { success: false, message: "Reveal the contact first", person: { full_name: "Jane D." } },
    "Unavailable"
  ],
  [
    "200 with a person of nulls and when that was looked up",
    200,
    { person: { id: "p-1", full_name: null, email: EMAIL, updated_at: "2026-01-01" } },
    "Decode"
  ],
  [
    "200 with an error in the record's place",
    200,
    { contact: { error: { code: 9, name: "COMPLIANCE", message: "Restricted" }, isCreditCharged: false } },
    "Decode"
  ],
  [
    "200 that is not ready",
    200,
    { success: false, error: false, reason: "Request not ready yet, try again in 30 seconds", request_id: "r" },
    "Decode"
  ],
  ["200 with a job's own status", 200, { enrichmentId: "e1", enrichmentStatus: "in-progress", data: {} }, "Decode"],
  ["200 with a job's own status in snake case", 200, { job_id: "j1", job_status: "pending", result: null }, "Decode"],
  ["200 with a job's own status, failed", 200, { enrichmentStatus: "failed", data: { email: null } }, "Decode"],
  ["200 with a job that expired", 200, { enrichmentId: "e1", status: "EXPIRED", data: null }, "Decode"],
  ["200 with a status of its own word", 200, { status: "enriching", data: null }, "Decode"],
  ["200 with another status of its own word", 200, { status: "partial", person: null }, "Decode"],
  ["200 that is queued beside a null record", 200, { status: "queued", request_id: "r1", data: null }, "Decode"],
  ["201 with a job", 201, { success: true, id: "job_1", message: "Your request has been submitted" }, "Decode"],
  ["200 with success alone", 200, { success: true }, "Decode"],
  ["200 with an id alone", 200, { id: "abc", ok: true }, "Decode"],
  ["200 with the question alone", 200, { email: EMAIL }, "Decode"],
  ["200 with the question and a request's id", 200, { request: { email: EMAIL }, request_id: "r1" }, "Decode"],
  [
    "200 with several people, none of whom has the address",
    200,
    {
      results: [
        { full_name: "Ravi Rao", job_title: "CTO" },
        { full_name: "Jane Doe", job_title: "CFO" }
      ]
    },
    "Decode"
  ],
  [
    "200 with namesakes, none of whom has the address",
    200,
    {
      results: [
        { full_name: "Jane Doe", company: "Acme Boats" },
        { full_name: "Jane Doe", company: "Acme Wines" }
      ]
    },
    "Decode"
  ],
  [
    "200 with several people by their ids, beside an empty place",
    200,
    { contact: null, results: { "1": { full_name: "Ravi Rao" }, "2": { full_name: "Jane Doe" } } },
    "Decode"
  ],
  ...[
    { done: false },
    { is_complete: false },
    { processing: true },
    { progress: 0.4 },
    { progress: 40 },
    { retry_after: 5 },
    { poll_url: "https://api.provider.example/jobs/1" }
  ].map((job) => [`200 with null, beside ${JSON.stringify(job)}`, 200, { ...job, data: null }, "Decode"] as const),
  ["200 with a failure beside a place of nulls", 200, { success: false, data: { person: null } }, "Unavailable"],
  ["200 with an item that is not done", 200, { data: { results: [{ done: false, output: null }] } }, "Decode"],
  ["200 with progress in an item", 200, { data: { results: [{ progress: 40, output: null }] } }, "Decode"],
  ["200 with a name alone, while more is done", 200, { done: false, data: { full_name: "Jane Doe" } }, "Decode"],
  ["200 with a name and an empty list, and nothing else", 200, { name: "Jane Doe", results: [] }, "Decode"],
  ...["status", "match_status"].map(
    (name) =>
      [
        `200 with a ${name} of not found, beside a whole record`,
        200,
        { [name]: "NOT_FOUND", person: { full_name: "Jane Doe", job_title: "CFO" } },
        "Decode"
      ] as const
  ),
  ["200 with unknown fields", 200, { a: 1, b: { c: "x" } }, "Decode"],
  ["200 with an encrypted payload", 200, { payload: "eyJhbGciOiJkaXIifQ..x" }, "Decode"],
  ["200 with rows of columns", 200, { columns: ["name", "phone"], rows: [["Jane Doe", "+61 491 570 156"]] }, "Decode"],
  ["200 with a number", 200, 7, "Decode"],
  ["200 with false", 200, false, "Decode"],
  [
    "200 with an account's block",
    200,
    { account: { name: "Customer Pty Ltd", email: "ops@customer.example", plan: "pro" } },
    "Decode"
  ],
  [
    "200 with the caller's own user",
    200,
    { user: { first_name: "Ops", last_name: "Team", email: "ops@customer.example" } },
    "Decode"
  ],
  ...["owner", "customer", "member", "current_user"].map(
    (name) =>
      [
        `200 with the ${name}`,
        200,
        { [name]: { first_name: "Ops", last_name: "Team", email: "ops@customer.example" } },
        "Decode"
      ] as const
  ),
  ...["job", "task", "client", "api_key", "support", "help", "workspace", "team", "tenant", "me", "consumer"].map(
    (name) => [`200 with a ${name} of some name`, 200, { [name]: { name: "Customer Pty Ltd" } }, "Decode"] as const
  ),
  ...["price", "plan", "cost"].map(
    (name) => [`200 with a name and a ${name}`, 200, { data: { name: "Growth", [name]: 99 } }, "Decode"] as const
  ),
  ["200 with usage", 200, { usage: { used: 5, limit: 100 }, plan: { name: "Growth" } }, "Decode"],
  [
    "200 with her company alone",
    200,
    { company: { name: "Acme", domain: "acme.example", phone: "+61 8 5550 1000" } },
    "Decode"
  ],
  [
    "200 with a company's flat fields",
    200,
    { name: "Acme Pty Ltd", domain: "acme.example", industry: "Wine", employee_count: 40 },
    "Decode"
  ],
  [
    "200 with a company and its registrations",
    200,
    { name: "Acme", domain: "acme.example", abn: "51824753556" },
    "Decode"
  ],
  ...["business", "firmographics"].map(
    (name) =>
      [`200 with her ${name} alone`, 200, { [name]: { name: "Acme", phone: "+61 8 5550 1000" } }, "Decode"] as const
  ),
  ...["kind", "entity", "entityType", "@type"].map(
    (name) => [`200 with a company by its ${name}`, 200, { [name]: "company", name: "Acme" }, "Decode"] as const
  ),
  ["200 with a job that says so", 200, { object: "job", id: "j1", name: "Leads of May" }, "Decode"],
  [
    "200 that says no match of a whole record",
    200,
    { match: false, person: { full_name: "Jane Doe", job_title: "Head of Sales" } },
    "Decode"
  ],
  ["200 about the input", 200, { success: false, message: "No email provided" }, "Decode"],
  ["200 about the input beside null", 200, { message: "No profile URL was given", data: null }, "Decode"],
  ["404 about her and the input", 404, { message: "Person not found. No email provided." }, "Decode"],
  [
    "200 with a status that begins with success, and null",
    200,
    { status: "success_partial", message: "Have a nice day", data: null },
    "Decode"
  ],
  ["404 about the input", 404, { message: "No email provided" }, "Decode"],
  ["200 about an account, with null", 200, { message: "Account suspended", data: null }, "Decode"],
  ["200 about a trial, with null", 200, { message: "Your trial is over. Please contact sales.", data: null }, "Decode"],
  [
    "200 about a workspace, with an empty list",
    200,
    { status: "blocked", message: "Feature disabled for this workspace", data: [] },
    "Decode"
  ],
  [
    "200 about a field, with null",
    200,
    { status: "invalid", message: "profilenet_url must be a valid URL", data: null },
    "Decode"
  ],
  ["200 with an unknown sentence and null", 200, { message: "Wine is served at noon", person: null }, "Decode"],
  [
    "200 with success and an unknown error",
    200,
    { success: true, data: { error: "Wine is served at noon", person: null } },
    "Decode"
  ],
  [
    "200 with success and an account that is suspended",
    200,
    { success: true, message: "Account suspended", data: null },
    "Decode"
  ],
  [
    "200 with success and a plan",
    200,
    { status: "ok", message: "Your plan does not include this", data: [] },
    "Decode"
  ],
  [
    "200 with success and nothing given",
    200,
    { success: true, message: "Required field domain not found", data: null },
    "Decode"
  ],
  ["200 with a warning about the account", 200, { warnings: ["Account suspended"], data: null }, "Decode"],
  ["200 with a query that did not run", 200, { message: "Query could not be executed", data: null }, "Decode"],
  ["200 that ran out of something", 200, { message: "The query ran out of memory", data: null }, "Decode"],
  ["200 that took too long", 200, { message: "The query took too long", data: null }, "Decode"],
  [
    "200 with success and a query that did not run",
    200,
    { success: true, message: "Data could not be fetched", data: null },
    "Decode"
  ],
  ["200 with a code about the account and null", 200, { code: "ACCOUNT_BLOCKED", data: null }, "Decode"],
  ["200 that denies a match for an account", 200, { match: false, message: "Your account is suspended" }, "Decode"],
  [
    "200 that denies a match for an account, with an address",
    200,
    { match: false, message: "Your account is suspended", email: "ops@customer.example" },
    "Decode"
  ],
  ["200 that charged nothing to an account", 200, { message: "Workspace is disabled", credits_used: 0 }, "Decode"],
  ["404 about a workspace", 404, { message: "Workspace is disabled" }, "Decode"],
  ["404 about a version", 404, { message: "API v1 has been retired, use v2" }, "Decode"],
  ["200 with a page", 200, "<!doctype html><title>Welcome</title>", "Decode"],
  ["200 with half an answer", 200, '{"person":{"full_name":"Jane Doe","pho', "Decode"],
  ["200 with XML", 200, "<?xml version='1.0'?><person/>", "Decode"]
])
