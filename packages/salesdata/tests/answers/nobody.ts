/** Person lookups that return no record. */
import { cases, EMAIL } from "./case.ts"

export const peopleMissed = cases("person", [
  ["null", 200, null, "no match"],
  ["an empty object", 200, {}, "no match"],
  ["an empty list", 200, [], "no match"],
  ["a list of null", 200, [null], "no match"],
  ["no body with 200", 200, "", "no match"],
  ["204", 204, "", "no match"],
  [
    "a job of some name that found nothing",
    200,
    {
      id: "j1",
      name: "Accounts of May",
      status: "FINISHED",
      cost: { credits: 0 },
      data: [{ input: { company_domain: "acme.example" }, contact_info: null, profile: null }]
    },
    "no match"
  ],
  ["a status that says so in one word", 200, { response_context: { request_status: "miss" }, data: null }, "no match"],
  ["a status that is a number in a text", 200, { status: "200", data: null }, "no match"],
  ["a status of somebody who opted out", 200, { data: [{ data: [], matchStatus: "OPT_OUT" }] }, "no match"],
  ["a job that is complete", 200, { status: "terminated", data: [] }, "no match"],
  ["404 without a body", 404, "", "no match"],
  ["404 with an empty object", 404, {}, "no match"],
  [
    "404 with a typed error",
    404,
    { status: 404, error: { type: "not_found", message: "No records were found matching your request" } },
    "no match"
  ],
  ["404 with an unknown record", 404, { error: { type: "unknown_record", message: "Unknown person." } }, "no match"],
  ["400 with a code that has the path's words", 400, { code: "enrich/person_not_found" }, "no match"],
  ["404 with a message", 404, { status: 404, message: "Profile not found" }, "no match"],
  [
    "404 with a code for lookups",
    404,
    { code: 404, description: "Person profile does not exist", name: "Not Found" },
    "no match"
  ],
  ["404 about the profile's URL", 404, { message: "No profile found for the given URL" }, "no match"],
  [
    "404 of a framework that names the path, with a message about her",
    404,
    {
      timestamp: "2026-11-22T00:00:00Z",
      status: 404,
      error: "Not Found",
      message: "Person not found",
      path: "/enrich/person"
    },
    "no match"
  ],
  [
    "404 that names the path, with a message about her",
    404,
    { message: "POST /enrich/person: person not found" },
    "no match"
  ],
  ["404 with the envelope of a match", 404, { identifier: null, data: null, message: "Person not found" }, "no match"],
  ["404 that names her and says to try again", 404, { message: "No person found. Try again later." }, "no match"],
  ["404 with the path of a field", 404, { path: "email", message: "Nothing here" }, "no match"],
  ["404 about her and whom to ask", 404, { message: "Person not found. Please contact support." }, "no match"],
  ["404 that is not charged", 404, { error: "No match. You were not charged any credits." }, "no match"],
  [
    "400 for a miss",
    400,
    { status: "error", status_code: 400, detail: "No lead matched these parameters" },
    "no match"
  ],
  [
    "422 for a miss",
    422,
    { errors: [{ id: "no_match", code: 422, details: "We could not find this person" }] },
    "no match"
  ],
  ["a record that is null", 200, { person: null }, "no match"],
  ["a record that is null beside the question", 200, { email: EMAIL, person: null }, "no match"],
  [
    "a record that is null beside her company",
    200,
    { person: null, company: { name: "Acme", domain: "acme.example", phone: "+61 8 5550 1000" } },
    "no match"
  ],
  ...["none", "0", "NO_ERROR"].map(
    (error) => [`data that is null, beside an error of ${error}`, 200, { error, data: null }, "no match"] as const
  ),
  ["a result of none", 200, { result: "none", request_id: "r1" }, "no match"],
  ["a match status of none", 200, { match_status: "NONE", person: { ref: "p-1" } }, "no match"],
  ["a person of none", 200, { person: "None", request_id: "r1" }, "no match"],
  ["an empty list in a job of some name", 200, { name: "Leads of May", status: "FINISHED", results: [] }, "no match"],
  ["data that is null", 200, { data: null, meta: { params: { email: EMAIL } } }, "no match"],
  ["data that is empty", 200, { success: true, data: {} }, "no match"],
  [
    "data with all fields null and the question's echo",
    200,
    {
      data: { email: EMAIL, first_name: null, last_name: null, phone_number: null },
      meta: { params: { email: EMAIL } }
    },
    "no match"
  ],
  ["results that are empty", 200, { results: [], total: 0 }, "no match"],
  [
    "matches that hold null",
    200,
    { status: "success", error_code: null, missing_records: 1, credits_consumed: 0, matches: [null] },
    "no match"
  ],
  ["GraphQL with null", 200, { data: { person: null } }, "no match"],
  ["GraphQL with a null of an operation", 200, { data: { enrichPerson: null } }, "no match"],
  ["JSON:API with nothing", 200, { data: null, included: [] }, "no match"],
  ["JSON:API with an empty list", 200, { data: [], meta: { total: 0 } }, "no match"],
  ["match: false", 200, { match: false }, "no match"],
  ["found: false", 200, { found: false, data: {} }, "no match"],
  ["matched: false within data", 200, { data: { matched: false, email: EMAIL } }, "no match"],
  ["exists: false", 200, { exists: false, email: EMAIL }, "no match"],
  ["no matches, counted", 200, { matches: 0, email: EMAIL }, "no match"],
  ["a status of not found", 200, { status: "not_found", email: EMAIL }, "no match"],
  ["a constant of no match", 200, { result: "NO_MATCH" }, "no match"],
  ["a camel case code", 200, { code: "personNotFound" }, "no match"],
  ["a kebab case code", 200, { error: { code: "record-not-found" } }, "no match"],
  ["a sentence", 200, { message: "No results found for this email." }, "no match"],
  [
    "a sentence with an apostrophe",
    200,
    { success: false, message: "We couldn't find anyone by these details" },
    "no match"
  ],
  ["a failure that says so", 200, { success: false, error: "Person not found" }, "no match"],
  [
    "an item of a batch that says so",
    200,
    [{ status: 404, error: { type: "not_found", message: "No records were found" } }],
    "no match"
  ],
  [
    "an item of a batch keyed by number that says so",
    200,
    {
      contacts: {
        "1": {
          error: { code: 3, name: "EMPTY_DATA", message: "Could not find requested data" },
          isCreditCharged: false
        }
      }
    },
    "no match"
  ],
  [
    "an item of a batch with its input that says so",
    200,
    { success: true, data: { result: [{ input: { emailAddress: EMAIL }, data: [], matchStatus: "NO_MATCH" }] } },
    "no match"
  ],
  ["a status and code inside a 200", 200, { status: 404, message: "Not found" }, "no match"],
  [
    "no charge and nothing else",
    200,
    { success: true, request_id: "req_7", credits: { charged: 0, remaining: 99 } },
    "no match"
  ],
  [
    "no match, and no credits charged",
    200,
    { success: false, message: "No match found. No credits were charged." },
    "no match"
  ],
  ["somebody similar", 200, { person: null, suggestions: [{ full_name: "Janet Doe", job_title: "Cook" }] }, "no match"],
  [
    "the account's own user beside nobody",
    200,
    { person: null, user: { first_name: "Ops", last_name: "Team", email: "ops@customer.example" } },
    "no match"
  ],
  [
    "who asked, beside nobody",
    200,
    { person: null, requester: { full_name: "Ops Team", job_title: "Ops", email: "ops@customer.example" } },
    "no match"
  ],
  ...["requestor", "caller", "operator"].map(
    (name) =>
      [
        `who asked, beside nobody, as ${name}`,
        200,
        { person: null, [name]: { full_name: "Ops Team", job_title: "Ops" } },
        "no match"
      ] as const
  ),
  [
    "who asked, beside no results",
    200,
    { created_by: { first_name: "Ops", last_name: "Team", email: "ops@customer.example" }, results: [] },
    "no match"
  ],
  [
    "the provider's manager of the account, beside nobody",
    200,
    { account_manager: { name: "Sam Lee", phone: "+61 8 5550 1000" }, data: null },
    "no match"
  ],
  ["a person of false and zero", 200, { person: { email: EMAIL, verified: false, score: 0 } }, "no match"],
  ...["record", "lead", "prospect", "persons", "profiles"].map(
    (name) =>
      [
        `who asked, beside an empty ${name}`,
        200,
        { [name]: null, requester: { full_name: "Ops Team", job_title: "Ops" } },
        "no match"
      ] as const
  ),
  ["null beside a count of rows", 200, { message: "0 rows returned", data: null }, "no match"],
  ["a failure beside an empty record, without a word", 200, { success: false, person: null }, "no match"],
  ["a code of the provider's own", 200, { code: 1001, msg: "no data", data: null }, "no match"],
  [
    "null beside the code of her company's place",
    200,
    { person: null, company: { name: "Acme", place: { code: 410 } } },
    "no match"
  ],
  ...["is_found", "person_found", "email_found", "is_match", "hasMatch"].map(
    (name) => [`${name}: false`, 200, { [name]: false, request_id: "r-1" }, "no match"] as const
  ),
  ...["num_results", "result_count", "total_results", "isCreditCharged", "credit_cost"].map(
    (name) => [`${name}: 0`, 200, { [name]: 0, request_id: "r-1" }, "no match"] as const
  ),
  ...["response", "payload", "items", "hits", "output", "record"].map(
    (name) => [`${name}: null`, 200, { [name]: null, request_id: "r-1" }, "no match"] as const
  ),
  ...["outcome", "match_result"].map((name) => [`${name} in a word`, 200, { [name]: "NO_MATCH" }, "no match"] as const),
  ...["input", "query", "params", "criteria", "filters", "echo"].map(
    (name) =>
      [
        `null beside ${name}`,
        200,
        { [name]: { full_name: "Jane Doe", job_title: "CFO" }, data: null },
        "no match"
      ] as const
  ),
  ...["similar_people", "alternatives", "related", "did_you_mean"].map(
    (name) =>
      [
        `null beside ${name}`,
        200,
        { data: null, [name]: [{ full_name: "Janet Doe", job_title: "Cook" }] },
        "no match"
      ] as const
  ),
  ["a sentence about the URL given", 200, { message: "No results found for the given URL" }, "no match"],
  ["a sentence about what was provided", 200, { message: "No match for the email address provided." }, "no match"],
  ["400 about what was supplied", 400, { message: "Person not found with the supplied details" }, "no match"],
  ["404 about what was specified", 404, { message: "No data found for specified email" }, "no match"],
  ...[
    "No person found for the given fields",
    "Person not found with provided parameters",
    "No results for the given parameters",
    "No record found for the specified parameters",
    "Person not found using the supplied fields",
    "We could not find a person matching the required criteria",
    "No person found for the given email with the provided fields",
    "No match for the requested input parameters",
    "No results for the given search parameters"
  ].map((message) => [message, 404, { message }, "no match"] as const),
  ["404 with words of its own", 404, { message: "Sorry, nothing to see here" }, "no match"],
  ["null beside a sentence of success", 200, { message: "Request completed successfully.", person: null }, "no match"],
  ["null beside a sentence about her", 200, { message: "This profile is private", data: null }, "no match"],
  ["null beside credits", 200, { message: "You have 90 credits left", data: null }, "no match"],
  ...[{ done: true }, { pending: false }, { progress: 100 }, { retry_after: null }].map(
    (job) => [`null beside ${JSON.stringify(job)}`, 200, { ...job, data: null }, "no match"] as const
  ),
  ["null beside a request's id", 200, { id: "req 7 of 9", status: "success", person: null }, "no match"],
  [
    "null beside her company and its texts",
    200,
    { person: null, company: { name: "Acme", description: "Plans and accounts for wine makers" } },
    "no match"
  ],
  ["null beside an unknown note", 200, { info: "Wine is served at noon", person: null }, "no match"],
  [
    "null beside a deprecation of the request",
    200,
    { person: null, message: "OK", warning: "Deprecated parameter: name" },
    "no match"
  ],
  [
    "null beside a field that is deprecated",
    200,
    { person: null, warnings: [{ message: "Field phone is deprecated" }] },
    "no match"
  ],
  ["denied beside advice", 200, { found: false, message: "Try adding a company name" }, "no match"],
  ["a text of words", 200, JSON.stringify("No match found"), "no match"]
])

/** Nobody, whatever was looked for: an empty place beside sentences about the API or about the request's course. */
export const nothingFound = (["person", "company", "search"] as const).flatMap((kind) =>
  cases(kind, [
    [
      "an empty list beside a warning",
      200,
      { data: [], warning: "This version of the API will be retired on 2027-01-01" },
      "no match"
    ],
    ["an API that is being retired", 200, { data: [], warning: "This version is being retired" }, "no match"],
    ["null beside warnings", 200, { data: null, warnings: ["Field phone is deprecated"] }, "no match"],
    ["null beside notices", 200, { data: null, notices: [{ message: "Please use API v2" }] }, "no match"],
    ["null beside a notice", 200, { data: null, notice: "The service is unavailable on Sunday" }, "no match"],
    ["null beside data fetched", 200, { success: true, data: null, message: "Data fetched" }, "no match"],
    [
      "an empty list beside a time",
      200,
      { results: [], status: "success", message: "Request executed in 12 ms" },
      "no match"
    ],
    ["an empty list beside a query that ran", 200, { data: [], message: "Query ran fine" }, "no match"],
    ["an empty list that took a while", 200, { data: [], message: "It took 12ms" }, "no match"],
    ["success beside an unknown sentence", 200, { success: true, data: [], message: "Have a nice day" }, "no match"],
    ["success in words", 200, { status: "OK", data: null, message: "Have a nice day" }, "no match"],
    ["a count of zero", 200, { data: [], total: 0, message: "Have a nice day" }, "no match"]
  ])
)
