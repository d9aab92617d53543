/** Company lookups. */
import { cases, DOMAIN } from "./case.ts"

const flat = { name: "Acme Wines", domain: DOMAIN, industry: "Wine", employee_count: 120, phone: "+61 8 5550 1000" }
const nameOnly = { record: { name: "Acme Wines" } }

export const companies = cases("company", [
  ["flat fields", 200, flat, "match", { holds: nameOnly }],
  ["under company", 200, { company: flat }, "match", { holds: nameOnly }],
  [
    "as the last of several",
    200,
    { results: [{ ...flat, name: "Acme Boats", domain: "acme-boats.example" }, flat] },
    "match",
    { holds: nameOnly }
  ],
  [
    "under organization",
    200,
    {
      organization: {
        id: "5e",
        name: "Acme Wines",
        website_url: "http://www.acme.example",
        estimated_num_employees: 120,
        industry: "wine"
      }
    },
    "match",
    { holds: nameOnly }
  ],
  [
    "under data, beside an empty place",
    200,
    { company: null, data: { name: "Acme Wines", industry: "Wine" } },
    "match",
    { holds: nameOnly }
  ],
  ["under data", 200, { status: 200, data: { name: "Acme Wines", employee_count: 120 } }, "match", { holds: nameOnly }],
  [
    "under a name of its own",
    200,
    { businessProfile: { companyName: "Acme Wines", headcount: 120 } },
    "match",
    { holds: nameOnly }
  ],
  ["as a list", 200, [flat], "match", { holds: nameOnly }],
  [
    "as an item of a batch with its input",
    200,
    {
      success: true,
      data: {
        result: [
          {
            input: { companyWebsite: DOMAIN },
            data: [{ id: 1, name: "Acme Wines", employeeCount: 120 }],
            matchStatus: "FULL_MATCH"
          }
        ]
      }
    },
    "match",
    { holds: nameOnly }
  ],
  [
    "as JSON:API",
    200,
    { data: { type: "companies", id: "5", attributes: { name: "Acme Wines", industry: "Wine" } } },
    "match",
    { holds: nameOnly }
  ],
  [
    "as GraphQL",
    200,
    { data: { company: { legalName: "Acme Wines Pty Ltd", name: "Acme Wines" } } },
    "match",
    { holds: nameOnly }
  ],
  [
    "keyed by the domain asked",
    200,
    { [DOMAIN]: { name: "Acme Wines", headcount: 120 } },
    "match",
    { holds: nameOnly }
  ],
  ["a name alone", 200, { company: { name: "Acme Wines" } }, "match", { holds: nameOnly }],
  [
    "only firmographics",
    200,
    { result: { industry: "Wine", employee_range: "51-200" } },
    "match",
    { holds: { record: { industry: "Wine" } } }
  ],
  [
    "with contacts of its own",
    200,
    { contacts: [{ full_name: "Jane Doe" }], company: flat },
    "match",
    { holds: nameOnly }
  ],
  [
    "with firmographics inside it",
    200,
    { company: { name: "Acme Wines", firmographics: { industry: "Wine", employee_range: { min: 10001 } } } },
    "match",
    { holds: { record: { industry: "Wine", size: "10001+" } } }
  ],
  [
    "with its page on a site of many",
    200,
    { company: { name: "Acme Wines", industry: "Wine", website: "https://www.facebook.com/" } },
    "match",
    { holds: { record: { domain: null, website: "https://www.facebook.com/" } } }
  ],
  [
    "with a number in its registrations",
    200,
    { company: { name: "Acme Wines", registrations: [{ type: "ABN", number: "51 824 753 556" }] } },
    "match",
    { holds: { record: { abn: "51824753556" } } }
  ],
  ["an ABN that was not asked", 200, { abn: "51824753556" }, "match", { holds: { record: { abn: "51824753556" } } }],
  [
    "names of other things inside it",
    200,
    { organization: { duns: "1", primaryAddress: { addressCountry: { name: "Australia", isoAlpha2Code: "AU" } } } },
    "match",
    { holds: { record: { name: null } } }
  ],
  [
    "a record of nulls with its parent",
    200,
    { name: null, domain: DOMAIN, industry: null, parent: { name: "Holding", domain: "holding.example" } },
    "Decode"
  ],
  ["404", 404, { error: { type: "unknown_record", message: "Unknown company" } }, "no match"],
  [
    "404 with a code",
    404,
    { errors: [{ id: "not_found", code: 404, details: "No company for this domain" }] },
    "no match"
  ],
  ["null", 200, null, "no match"],
  ["a record that is null", 200, { company: null }, "no match"],
  [
    "a record of nulls with the question's echo",
    200,
    { company: { domain: DOMAIN, name: null, industry: null } },
    "no match"
  ],
  ["organization that is empty", 200, { organization: {}, credits_consumed: 0 }, "no match"],
  ["500 with the words of a miss", 500, { success: false, message: "company not found" }, "Unavailable"],
  ["a sentence", 200, { message: "No company matches this ABN" }, "no match"],
  ["the domain alone", 200, { domain: DOMAIN }, "Decode"],
  ["the domain alone, as an address", 200, { domain: `https://www.${DOMAIN}/` }, "Decode"],
  ["a person", 200, { person: { full_name: "Jane Doe", job_title: "Head of Sales" } }, "Decode"],
  ["a lead", 200, { type: "lead", name: "Jane Doe" }, "Decode"],
  ...["ceo", "key_people", "founders", "executives"].map(
    (name) =>
      [`its ${name} alone`, 200, { [name]: [{ name: "Jane Doe", phone: "+61 491 570 156" }] }, "Decode"] as const
  ),
  ["the account's block", 200, { account: { name: "Customer Pty Ltd", plan: "pro", seats: 4 } }, "Decode"],
  ["a job", 200, { job: { id: "1", status: "running", name: "enrichment" } }, "Decode"],
  ["no credits", 200, { error: { message: "You have used all of your monthly credits" } }, "QuotaExhausted"],
  ["a throttle", 200, { errors: [{ message: "Rate limit exceeded" }] }, "RateLimited"],
  ["a bad key", 200, { errors: ["Invalid access token"] }, "Unauthorized"]
])
