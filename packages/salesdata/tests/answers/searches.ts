/** People searches: lists under any name, pages, and no results. */
import { expect } from "vitest"

import { cases, usual } from "./case.ts"

const row = {
  id: "p1",
  first_name: "Jane",
  last_name: "Doe",
  title: "Head of Sales",
  has_email: true,
  has_direct_phone: "Yes"
}
const other = { id: "p2", first_name: "Ravi", last_name: "Rao", title: "Director", has_email: false }
const two = {
  people: [
    { name: "Jane Doe", id: "p1", hasEmail: true, hasPhone: true },
    { name: "Ravi Rao", id: "p2", hasEmail: false }
  ]
}
const unreadableNext = { ...two, left_out: [expect.stringMatching(/the provider's pagination cannot be read/)] }
const next = (extra: Readonly<Record<string, unknown>>) => ({ ...two, next: { ...usual.search, extra } })

export const searches = cases("search", [
  [
    "under people, with pages",
    200,
    { people: [row, other], pagination: { page: 1, per_page: 2, total_entries: 9, total_pages: 5 } },
    "match",
    { holds: { ...next({ page: 2 }), total: 9 } }
  ],
  ["the last page", 200, { people: [row, other], pagination: { page: 5, total_pages: 5 } }, "match", { holds: two }],
  [
    "with the total in metadata",
    200,
    { status_code: 200, metadata: { page: 1, page_size: 2, total_results: 9 }, profiles: [row, other] },
    "match",
    { holds: { ...next({ page: 2 }), total: 9 } }
  ],
  ["under contacts", 200, { contacts: [row, other], total: 2 }, "match", { holds: { ...two, total: 2 } }],
  [
    "under data, with a scroll token",
    200,
    { status: 200, data: [row, other], scroll_token: "abc", total: 40 },
    "match",
    { holds: { ...next({ scroll_token: "abc" }), total: 40 } }
  ],
  [
    "under data and results, with a cursor",
    200,
    { data: { results: [row, other], nextCursor: "c2" } },
    "match",
    { holds: next({ cursor: "c2" }) }
  ],
  [
    "with a token of the next page in camel case",
    200,
    { results: [row, other], nextPageToken: "t2" },
    "match",
    { holds: next({ pageToken: "t2" }) }
  ],
  ["with a next page's number", 200, { results: [row, other], next_page: 3 }, "match", { holds: next({ page: 3 }) }],
  [
    "with a link",
    200,
    { data: [row, other], links: { next: "https://api.provider.example/search/people?page%5Bnumber%5D=2&sort=name" } },
    "match",
    { holds: next({ "page[number]": 2 }) }
  ],
  [
    "with a cursor of its own and none that leads on",
    200,
    { results: [row, other], cursor: "c1", next_cursor: null },
    "match",
    { holds: two }
  ],
  [
    "with an offset",
    200,
    { results: [row, other], offset: 0, limit: 2, total: 5 },
    "match",
    { holds: { ...next({ offset: 2 }), total: 5 } }
  ],
  ["with a flag of more", 200, { items: [row, other], page: 2, has_more: true }, "match", { holds: next({ page: 3 }) }],
  [
    "with a cursor that is a number",
    200,
    { results: [row, other], next_cursor: 7_001 },
    "match",
    { holds: next({ cursor: 7_001 }) }
  ],
  [
    "with a next that is an object",
    200,
    { results: [row, other], paging: { next: { after: "MTA", link: "https://api.provider.example/x?after=MTA" } } },
    "match",
    { holds: next({ after: "MTA" }) }
  ],
  [
    "with pages written as texts",
    200,
    { results: [row, other], page: "1", total_pages: "5" },
    "match",
    { holds: next({ page: 2 }) }
  ],
  ["with a flag of more alone", 200, { results: [row, other], has_more: true }, "match", { holds: unreadableNext }],
  ["with an opaque next", 200, { results: [row, other], next: "eyJhIjoxfQ" }, "match", { holds: unreadableNext }],
  [
    "with a link to the next page by its path",
    200,
    { results: [row, other], links: { next: "/search/people/pages/2" } },
    "match",
    { holds: unreadableNext }
  ],
  [
    "with a next cursor that is a list",
    200,
    { results: [row, other], nextCursor: ["a", 2] },
    "match",
    { holds: unreadableNext }
  ],
  ["with an empty next", 200, { results: [row, other], next: {}, cursor: "c1" }, "match", { holds: two }],
  [
    "with a flag of no more",
    200,
    { items: [row, other], page: 2, has_more: false, total: 90 },
    "match",
    { holds: { ...two, total: 90 } }
  ],
  [
    "as GraphQL edges",
    200,
    {
      data: {
        searchPeople: { edges: [{ node: row }, { node: other }], pageInfo: { endCursor: "e2", hasNextPage: true } }
      }
    },
    "match",
    { holds: next({ cursor: "e2" }) }
  ],
  ["under a name of its own", 200, { foundProspects: [row, other] }, "match", { holds: two }],
  [
    "four deep under names of their own",
    200,
    { response: { body: { section: { rows: [row, other] } } } },
    "match",
    { holds: two }
  ],
  ["as a list", 200, [row, other], "match", { holds: two }],
  ["as an object keyed by number", 200, { contacts: { "0": row, "1": other } }, "match", { holds: two }],
  [
    "as JSON:API",
    200,
    { data: [{ type: "people", id: "p1", attributes: { firstName: "Jane", lastName: "Doe" } }], meta: { total: 1 } },
    "match",
    { holds: { people: [{ id: "p1", name: "Jane Doe" }], total: 1 } }
  ],
  [
    "rows that hold person and company",
    200,
    { results: [{ person: row, company: { name: "Acme" } }] },
    "match",
    { holds: { people: [{ id: "p1", name: "Jane Doe", company: { name: "Acme" } }] } }
  ],
  [
    "hits of an index",
    200,
    { hits: { total: { value: 1 }, hits: [{ _id: "x9", _source: { full_name: "Jane Doe" } }] } },
    "match",
    { holds: { people: [{ id: "x9", name: "Jane Doe" }] } }
  ],
  ["a list that is empty", 200, { people: [], pagination: { total_entries: 0 } }, "no match"],
  ["a list that is null", 200, { results: null, count: 0 }, "no match"],
  ["null", 200, null, "no match"],
  ["204", 204, "", "no match"],
  [
    "404",
    404,
    { status: 404, error: { type: "not_found", message: "No records were found matching your search" } },
    "no match"
  ],
  ["404 without a body", 404, "", "no match"],
  ["a sentence", 200, { message: "No results match your criteria" }, "no match"],
  ["404 of a router", 404, { message: "Cannot POST /search/people" }, "NotFound"],
  ["ids alone", 200, { people: ["p1", "p2"] }, "Decode"],
  ["rows without anything to read", 200, { people: [{ id: 1 }, { id: 2 }], total: 2 }, "Decode"],
  ["rows that are empty", 200, { people: [{}, {}], total: 2 }, "Decode"],
  ["rows that are null", 200, { data: { results: [null, null] } }, "Decode"],
  ["an empty list beside a total", 200, { people: [], total: 41 }, "Decode"],
  ["an empty list after the last page", 200, { people: [], total: 57, page: 4 }, "no match"],
  ["an empty list after the last page of a size", 200, { people: [], total: 50, page: 3, per_page: 25 }, "no match"],
  ["an empty list past the total", 200, { data: { results: [], total: 41, offset: 41 } }, "no match"],
  ["an empty list on the first page", 200, { people: [], total: 41, page: 1 }, "Decode"],
  ["an empty list on a page before the last", 200, { people: [], total: 57, page: 2, per_page: 25 }, "Decode"],
  ["an empty list that may be the last page", 200, { people: [], total: 50, page: 2, per_page: 25 }, "Decode"],
  ["an empty list on one of the pages", 200, { people: [], total: 57, page: 2, total_pages: 3 }, "Decode"],
  ["an empty list before the total", 200, { people: [], total: 41, offset: 20 }, "Decode"],
  ["no list on a page after the last", 200, { total: 57, page: 4 }, "Decode"],
  ["null on a page after the last", 200, { people: null, total: 57, page: 4 }, "Decode"],
  ["unreadable rows on a page after the last", 200, { people: ["p1"], total: 57, page: 4 }, "Decode"],
  ["rows of companies", 200, { results: [{ legal_name: "Acme Pty Ltd", industry: "Wine" }] }, "Decode"],
  ["a results object that is empty", 200, { results: {} }, "no match"],
  [
    "rows of which some can be read",
    200,
    { people: [row, "p2", {}, { id: "p4" }, null, other] },
    "match",
    { holds: { ...two, left_out: ["people: 2 of 6; all are in raw"] } }
  ],
  [
    "rows of which the first cannot be read",
    200,
    { people: [{ id: "p0" }, row, other] },
    "match",
    { holds: { ...two, left_out: ["people: 2 of 3; all are in raw"] } }
  ],
  [
    "rows with ids and flags of other names",
    200,
    {
      people: [
        { lead_id: "p1", name: "Jane Doe", has_work_email: "yes", phone_available: 1 },
        { prospect_id: "p2", name: "Ravi Rao", email_available: false, has_mobile_phone: false }
      ]
    },
    "match",
    {
      holds: {
        people: [
          { id: "p1", hasEmail: true, hasPhone: true },
          { id: "p2", hasEmail: false, hasPhone: false }
        ]
      }
    }
  ],
  [
    "an empty list beside people that were asked for",
    200,
    { filters: { leads: [{ full_name: "Jane Doe", job_title: "Cook" }] }, results: [] },
    "no match"
  ],
  ["a job", 202, { search_id: "s1", status: "processing" }, "Decode"],
  ["a count alone", 200, { total: 41 }, "Decode"],
  ["unknown fields", 200, { a: 1 }, "Decode"],
  ["500 that says no results", 500, { message: "no results" }, "Unavailable"],
  ["no credits", 200, { success: false, message: "Insufficient credits" }, "QuotaExhausted"],
  ["a throttle", 200, { success: false, code: "THROTTLED" }, "RateLimited"],
  ["a bad key", 403, { message: "Invalid access token or API key" }, "Unauthorized"]
])
