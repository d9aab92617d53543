/** Person lookups that return a record. */
import { cases, EMAIL } from "./case.ts"

const PHONE = "+61 491 570 156"
const flat = { first_name: "Jane", last_name: "Doe", title: "Head of Sales", email: EMAIL, mobile_phone: PHONE }
const nameOnly = { record: { name: "Jane Doe" } }
const others = [
  { full_name: "Ravi Rao", email: "jane.doe@acme-boats.example", mobile_phone: "+61 491 570 157" },
  { full_name: "Ann Lee", job_title: "CTO" }
]
const phoneOnly = { record: { phones: [{ value: PHONE }] } }

export const peopleFound = cases("person", [
  ["flat fields", 200, flat, "match", { holds: nameOnly }],
  ["flat fields with 201", 201, flat, "match", { holds: nameOnly }],
  [
    "flat fields in camel case",
    200,
    { fullName: "Jane Doe", jobTitle: "Head of Sales", workEmail: EMAIL },
    "match",
    { holds: nameOnly }
  ],
  [
    "flat fields in Pascal case",
    200,
    { FirstName: "Jane", LastName: "Doe", JobTitle: "Head of Sales" },
    "match",
    { holds: nameOnly }
  ],
  ["under person", 200, { person: flat }, "match", { holds: nameOnly }],
  [
    "with the name in parts, in camel case",
    200,
    { person: { name: { fullName: "Jane Doe", givenName: "Jane", familyName: "Doe" }, email: EMAIL } },
    "match",
    { holds: nameOnly }
  ],
  [
    "under person, with a company beside it",
    200,
    { person: flat, company: { name: "Acme", domain: "acme.example" } },
    "match",
    { holds: { record: { name: "Jane Doe", company: { name: "Acme" } } } }
  ],
  [
    "under data, with a likelihood",
    200,
    {
      status: 200,
      likelihood: 8,
      data: { full_name: "Jane Doe", job_title: "Head of Sales", emails: [{ address: EMAIL, type: "professional" }] }
    },
    "match",
    { holds: nameOnly }
  ],
  [
    "under data, with the request's echo in meta",
    200,
    { data: { ...flat, score: 93 }, meta: { params: { email: EMAIL } } },
    "match",
    { holds: nameOnly }
  ],
  ...[
    { email_status: "failed" },
    { verification: { status: "failed" } },
    { providers: [{ name: "a", status: "failed" }] }
  ].map(
    (check) =>
      [
        `without contacts, beside a failed check: ${JSON.stringify(check)}`,
        200,
        { status: "success", data: { full_name: "Jane Doe", job_title: "CTO", email: null, ...check } },
        "match",
        { holds: nameOnly }
      ] as const
  ),
  [
    "under a name of the provider's own, with little about the person, beside an empty place",
    200,
    { contact: null, employee: { full_name: "Jane Doe", email: EMAIL } },
    "match",
    { holds: nameOnly }
  ],
  [
    "under results, with little about the person, beside an empty place",
    200,
    { lead: null, results: [{ full_name: "Jane Doe", email: EMAIL }] },
    "match",
    { holds: nameOnly }
  ],
  ["as the last of several", 200, { results: [...others, flat] }, "match", { holds: nameOnly }],
  [
    "as the last of several that are keyed by number",
    200,
    { contacts: { "1": { data: others[0] }, "2": { data: flat } } },
    "match",
    { holds: nameOnly }
  ],
  [
    "as the one of several that has the profile",
    200,
    {
      matches: [...others, { ...flat, linkedin_url: "https://au.linkedin.com/in/Jane-Doe" }].map((data) => ({ data }))
    },
    "match",
    { ask: { profilenet_slug: "jane-doe" }, holds: nameOnly }
  ],
  [
    "as the one of several that has more of what was asked for",
    200,
    [
      { ...others[0], emails: [EMAIL] },
      { ...flat, linkedin_url: "https://linkedin.com/in/jane-doe" }
    ],
    "match",
    { ask: { email: EMAIL, profilenet_slug: "jane-doe" }, holds: nameOnly }
  ],
  [
    "by two sources, which do not repeat the address and do not contradict each other",
    200,
    {
      results: [
        { source: "a", full_name: "Jane Doe", email: "jane@home.example" },
        { source: "b", full_name: "Jane Doe", job_title: "Head of Sales", company: "Acme Wines" }
      ]
    },
    "match",
    { holds: nameOnly }
  ],
  [
    "as a list of numbers",
    200,
    {
      data: [
        { phone: PHONE, type: "mobile" },
        { phone: "+61 2 5550 4400", type: "work" }
      ]
    },
    "match",
    { holds: phoneOnly }
  ],
  ["under data as a list", 200, { success: true, data: [flat] }, "match", { holds: nameOnly }],
  ["after its provider's name", 200, { provider: { name: "Acme Data" }, data: flat }, "match", { holds: nameOnly }],
  [
    "after the names of steps",
    200,
    { steps: [{ name: "lookup" }, { name: "verify" }], output: flat },
    "match",
    { holds: nameOnly }
  ],
  [
    "by name in the first of two places",
    200,
    { data: { name: "Jane Doe" }, matches: [{ full_name: "Ravi Rao", job_title: "CTO" }] },
    "match",
    { holds: nameOnly }
  ],
  [
    "by name, before the names of items",
    200,
    { candidate: { name: "Jane Doe" }, items: [{ name: "Wine" }] },
    "match",
    { holds: nameOnly }
  ],
  [
    "before a referrer, under any key",
    200,
    { candidate: { name: "Jane Doe" }, referrer: { full_name: "Ravi Rao", job_title: "CTO" } },
    "match",
    { holds: nameOnly }
  ],
  ["under payload as a list", 200, { status: "ok", payload: [flat] }, "match", { holds: nameOnly }],
  ["under result", 200, { result: flat, error: null }, "match", { holds: nameOnly }],
  [
    "under profile",
    200,
    { profile: { id: "x1", name: "Jane Doe", title: "Head of Sales", phones: [PHONE] } },
    "match",
    { holds: nameOnly }
  ],
  ["under the name of its lookup", 200, { data: { personByEmailAddress: flat } }, "match", { holds: nameOnly }],
  ["under a name of its own", 200, { individual: flat }, "match", { holds: nameOnly }],
  ["under another name of its own", 200, { enrichedProspectV2: flat }, "match", { holds: nameOnly }],
  ["under a list of its own name", 200, { hits: [{ _source: flat, _score: 7.2 }] }, "match", { holds: nameOnly }],
  [
    "under output, with a job that is done",
    200,
    { id: "job_9", status: "completed", output: flat },
    "match",
    { holds: nameOnly }
  ],
  [
    "with a lookup that is complete",
    200,
    {
      id: 9,
      status: "complete",
      name: "Jane Doe",
      current_title: "Head of Sales",
      emails: [{ email: EMAIL, grade: "A" }],
      phones: [{ number: PHONE }]
    },
    "match",
    { holds: nameOnly }
  ],
  ["nested four deep", 200, { response: { body: { items: [{ entity: flat }] } } }, "match", { holds: nameOnly }],
  [
    "as JSON:API",
    200,
    {
      data: {
        type: "people",
        id: "77",
        attributes: { firstName: "Jane", lastName: "Doe", headline: "Head of Sales" },
        relationships: { company: { data: { type: "companies", id: "5" } } }
      },
      included: [{ type: "companies", id: "5", attributes: { name: "Acme" } }]
    },
    "match",
    { holds: nameOnly }
  ],
  [
    "as a list of JSON:API",
    200,
    { data: [{ type: "Contact", id: "1", attributes: { firstName: "Jane", lastName: "Doe" } }] },
    "match",
    { holds: nameOnly }
  ],
  ["as GraphQL", 200, { data: { person: { fullName: "Jane Doe", emails: [EMAIL] } } }, "match", { holds: nameOnly }],
  [
    "as GraphQL, with a field's own error",
    200,
    {
      data: { enrichPerson: { fullName: "Jane Doe", phones: null } },
      errors: [{ message: "phones is deprecated", path: ["enrichPerson", "phones"] }]
    },
    "match",
    { holds: nameOnly }
  ],
  [
    "as GraphQL edges",
    200,
    { data: { people: { edges: [{ node: flat }], pageInfo: { hasNextPage: false } } } },
    "match",
    { holds: nameOnly }
  ],
  ["keyed by the address asked", 200, { [EMAIL]: { name: "Jane Doe", phone: PHONE } }, "match", { holds: nameOnly }],
  [
    "keyed by a number, in a batch of one",
    200,
    { contacts: { "1": { data: { fullName: "Jane Doe", phoneNumbers: [{ number: PHONE }] }, isCreditCharged: true } } },
    "match",
    { holds: nameOnly }
  ],
  [
    "as an item of a batch with its own status",
    200,
    [{ status: 200, likelihood: 9, data: { full_name: "Jane Doe", job_title: "Head of Sales" } }],
    "match",
    { holds: nameOnly }
  ],
  [
    "as an item of a batch with its input",
    200,
    {
      success: true,
      data: {
        result: [
          {
            input: { emailAddress: EMAIL },
            data: [{ firstName: "Jane", lastName: "Doe", phone: PHONE }],
            matchStatus: "FULL_MATCH"
          }
        ]
      }
    },
    "match",
    { holds: nameOnly }
  ],
  [
    "as matches with counts",
    200,
    {
      status: "success",
      error_code: null,
      total_requested_enrichments: 1,
      missing_records: 0,
      credits_consumed: 1,
      matches: [flat]
    },
    "match",
    { holds: nameOnly }
  ],
  ["as 207 with one item", 207, { results: [{ status: 200, body: flat }] }, "match", { holds: nameOnly }],
  ["only an address and a number", 200, { email: EMAIL, phone: PHONE }, "match", { holds: phoneOnly }],
  ["only a number", 200, { mobile: PHONE }, "match", { holds: phoneOnly }],
  ["only lists of addresses and numbers", 200, { emails: [EMAIL], phones: [PHONE] }, "match", { holds: phoneOnly }],
  [
    "only an address that was not asked",
    200,
    { email: "jane@home.example" },
    "match",
    { holds: { record: { emails: [{ value: "jane@home.example" }] } } }
  ],
  [
    "only the address, asked by profile",
    200,
    { email: EMAIL, verification: "valid" },
    "match",
    { ask: { profilenet_slug: "jane-doe" }, holds: { record: { emails: [{ value: EMAIL }] } } }
  ],
  [
    "only an address in data, asked by profile",
    200,
    { data: { email: EMAIL, score: 97, sources: [] }, meta: { params: { handle: "jane-doe" } } },
    "match",
    { ask: { profilenet_slug: "jane-doe" } }
  ],
  [
    "only a profile's address",
    200,
    { linkedin_url: "https://www.linkedin.com/in/jane-doe" },
    "match",
    { holds: { record: { profileUrl: "https://www.linkedin.com/in/jane-doe" } } }
  ],
  [
    "without contacts, with a course that goes on",
    200,
    {
      person: { full_name: "Jane Doe", job_title: "CFO", courses: [{ name: "Wine", completed: false, progress: 40 }] }
    },
    "match",
    { holds: nameOnly }
  ],
  ["a name alone", 200, { person: { full_name: "Jane Doe" } }, "match", { holds: nameOnly }],
  [
    "a person whose fields are all unknown",
    200,
    { person: { ref: "p-1", tier: "gold" } },
    "match",
    { holds: { record: { name: null } } }
  ],
  ["a person by title and place", 200, { headline: "Head of Sales", city: "Perth" }, "match"],
  ["beside an empty error", 200, { error: "", success: true, contact: flat }, "match", { holds: nameOnly }],
  [
    "with fields of her company among hers",
    200,
    { full_name: "Jane Doe", domain: "acme.example", industry: "Wine", employee_count: 40 },
    "match",
    { holds: nameOnly }
  ],
  ["beside a match that is not said", 200, { matched: null, person: flat }, "match", { holds: nameOnly }],
  ["beside a message of success", 200, { message: "Success", code: 0, data: flat }, "match", { holds: nameOnly }],
  [
    "beside how many credits are left",
    200,
    { person: flat, credits: { charged: 2, remaining: 0 }, message: "You have 0 credits left" },
    "match",
    { holds: nameOnly }
  ],
  [
    "beside an account without credits",
    200,
    { person: flat, account: { email: "ops@customer.example", credits: 0, status: "no_credits" } },
    "match",
    { holds: nameOnly }
  ],
  ["with 202 and contact points", 202, { status: "processing", person: flat }, "match", { holds: nameOnly }],
  [
    "with a company of her own first",
    200,
    { company: { name: "Acme", phone: "+61 8 5550 1000" }, person: flat },
    "match",
    { holds: nameOnly }
  ],
  [
    "with education and jobs",
    200,
    {
      public_identifier: "jane-doe",
      full_name: "Jane Doe",
      occupation: "Head of Sales at Acme",
      experiences: [{ company: "Acme", title: "Head of Sales" }],
      education: []
    },
    "match",
    { holds: nameOnly }
  ],
  [
    "with an e-mail of status pending",
    200,
    { full_name: "Jane Doe", email_status: "pending", phone: PHONE },
    "match",
    { holds: nameOnly }
  ],
  ...["result", "results", "output", "items", "matches", "response"].map(
    (place) =>
      [
        `in the ${place} of a job of some name`,
        200,
        { id: "j1", name: "Leads of May", status: "DEBITED", [place]: [{ full_name: "Jane Doe", email: EMAIL }] },
        "match",
        { holds: nameOnly }
      ] as const
  ),
  ["with a name and a result in words", 200, { name: "Jane Doe", phone: PHONE, result: "found" }, "match"],
  [
    "with a name, the question and a result in words",
    200,
    { name: "Jane Doe", email: EMAIL, result: "found" },
    "match"
  ],
  ...[null, [], 0].map(
    (matches) =>
      [
        `with a name and an address, beside matches of ${JSON.stringify(matches)}`,
        200,
        { name: "Jane Doe", email: "jane@home.example", matches },
        "match",
        { holds: nameOnly }
      ] as const
  ),
  [
    "with a name, a title and a company, beside a response of null",
    200,
    { name: "Jane Doe", title: "CTO", company: "Acme", response: null },
    "match",
    { holds: nameOnly }
  ],
  ...["none", "None", "no error", "NO_ERROR", "null", "false", "0", "OK"].map(
    (error) =>
      [
        `without contacts, beside an error of ${error}`,
        200,
        { error, data: { full_name: "Jane Doe", job_title: "CTO" } },
        "match",
        { holds: nameOnly }
      ] as const
  ),
  [
    "in a job of some name",
    200,
    { id: "j1", name: "Accounts of May", status: "FINISHED", cost: { credits: 1 }, data: [{ profile: flat }] },
    "match",
    { holds: nameOnly }
  ],
  ["as text", 200, JSON.stringify(flat), "match", { holds: nameOnly }]
])
